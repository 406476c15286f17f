import { Refusal } from '@spichlerz/shared/domain/refusal';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/tx.ts';
import { findActor } from '../modules/session/session-queries.ts';
import type { AccessTokens } from './access-token.ts';
import type { Actor } from './actor.ts';
import type { Authenticate } from './route.ts';

/** A disabled person, an ended session or a changed role takes effect within this time. */
const TRUSTED_MS = 800;
const REMEMBERED_MAX = 5_000;

type Known = { readonly actor: Actor; readonly until: number };

/**
 * Who calls, from the bearer token. The answer is trusted for under a second, so that a screen of ten calls asks
 * the database once, and a disabled person is out within a second on every server.
 */
export function authenticator(
  db: Db,
  tokens: AccessTokens,
  passwordMaxAgeDays: number | undefined,
): Authenticate {
  const known = new Map<string, Known>();
  return async (request) => {
    const token = bearerToken(request);
    const now = Date.now();
    const remembered = known.get(token);
    if (remembered !== undefined && remembered.until > now) return remembered.actor;
    const { sessionId, expiresAt } = await tokens.verify(token);
    const actor = await findActor(db, sessionId, passwordMaxAgeDays);
    if (actor === undefined) {
      known.delete(token);
      throw new Refusal('UNAUTHORIZED');
    }
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(token, { actor, until: Math.min(now + TRUSTED_MS, expiresAt) });
    return actor;
  };
}

function bearerToken(request: FastifyRequest): string {
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.headers.authorization ?? '');
  if (match?.[1] === undefined) throw new Refusal('UNAUTHORIZED');
  return match[1];
}
