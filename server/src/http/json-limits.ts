import { DomainError } from '@spichlerz/shared/domain/domain-error';
import type { Access } from '@spichlerz/shared/wire/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * `body` is in bytes; `separators` counts colons and commas: two for a key with its value, one for a list
 * entry.
 */
export type JsonLimits = { readonly body: number; readonly separators: number };

/**
 * Limits of a JSON body. A user's largest form, a contractor with 20 addresses and 20 contacts, has 63,000
 * characters and 720 keys; a raw material, which only an administrator changes, may have many parameters.
 */
export const JSON_LIMITS: Readonly<Record<Access, JsonLimits>> = {
  public: { body: 16 * 1024, separators: 100 },
  user: { body: 256 * 1024, separators: 2_000 },
  admin: { body: 1024 * 1024, separators: 20_000 },
};

export function tooLarge(): DomainError {
  return new DomainError('BAD_REQUEST', { status: 413 });
}

/**
 * Rejects a JSON text with too many separators before it is parsed: parsing a megabyte of keys blocks the
 * event loop for a tenth of a second.
 */
export function assertFewSeparators(text: string, max: number): void {
  if (text.length <= max) return;
  let separators = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === ':' || character === ',') {
      separators += 1;
      if (separators > max) throw tooLarge();
    }
  }
}

/** Returns Fastify's JSON parser. It throws an error of status 400 for keys that would change a prototype. */
export function jsonParser(app: FastifyInstance): (text: string) => unknown {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (text) => {
    let failure: Error | null = null;
    let parsed: unknown;
    // The parser calls back synchronously.
    void parse({} as FastifyRequest, text, (error, value) => {
      failure = error;
      parsed = value;
    });
    if (failure !== null) throw failure as Error;
    return parsed;
  };
}
