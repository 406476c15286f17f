import { Refusal } from '@spichlerz/shared/domain/refusal';
import { pathToSnake } from '@spichlerz/shared/wire/case';
import { fieldsToBlame, ownCode } from '@spichlerz/shared/wire/fields-to-blame';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import type { z } from 'zod';
import { constraintRefusal } from '../db/constraint-refusals.ts';
import { NoPrimary } from '../db/primary-client.ts';

/** Every failure of the API, in the envelope of api.md. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) request.log.error({ err: error }, 'A call failed');
  if (refusal.code === 'MISSING_DATABASE') void reply.header('retry-after', '2');
  void reply.status(refusal.status).send({
    success: false,
    result: {
      message_code: refusal.code,
      ...(refusal.fields.length > 0 && {
        fields: refusal.fields.map((field) => ({ path: pathToSnake(field.path), code: field.code })),
      }),
      request_id: request.id,
    },
  });
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): void {
  sendFailure(new Refusal('NOT_FOUND'), request, reply);
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const constraint = constraintRefusal(error);
  if (constraint !== null) return constraint;
  // before the database: a client that goes away is an ECONNRESET as well, with a status
  const refused = fastifyRefusal(error as FastifyError);
  if (refused !== null) return refused;
  if (isDatabaseAway(error)) return new Refusal('MISSING_DATABASE');
  return new Refusal(error instanceof DatabaseError ? 'SQL_ERROR' : 'INTERNAL_ERROR');
}

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  // no machine has its name, as while its container is replaced, or none is at its address
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  // the server says it: shutting down, starting
  '57P01',
  '57P02',
  '57P03',
  // it has taken longer than anybody should wait (statement_timeout)
  '57014',
  // somebody holds the rows for longer than anybody should (lock_timeout): not refused, only not now
  '55P03',
]);
/**
 * Classes of codes: the connection is lost; every try was lost to other transactions; there is nothing left to work
 * with (disk, memory, connections).
 */
const AWAY_CLASSES = new Set(['08', '40', '53']);
const AWAY_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Client was closed|Client has encountered a connection error/;

/** The database cannot be reached or cannot work right now; the same call will work once it can. */
function isDatabaseAway(error: unknown): boolean {
  if (error instanceof NoPrimary) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    (typeof code === 'string' && (AWAY_CODES.has(code) || AWAY_CLASSES.has(code.slice(0, 2)))) ||
    AWAY_WORDS.test(error.message)
  );
}

// The reader of form data throws plain errors, known by their words only.
const BROKEN_FORM = /multipart|Malformed part header|Part terminated early/i;

function fastifyRefusal(error: FastifyError): Refusal | null {
  const status = error.statusCode;
  if (status === undefined && BROKEN_FORM.test(error.message)) return new Refusal('BAD_REQUEST');
  if (status === 413) return new Refusal('BAD_REQUEST', { status: 413 });
  if (status === 429) return new Refusal('TOO_MANY_REQUESTS');
  if (status !== undefined && status >= 400 && status < 500) return new Refusal('BAD_REQUEST');
  return null;
}

/**
 * A failed validation: rules between fields answer with their own code, anything else with FST_ERR_VALIDATION,
 * and every field to blame is named either way.
 */
export function validationRefusal(error: z.ZodError): Refusal {
  const codes = error.issues.map((issue) => ownCode(issue));
  const first = codes[0] ?? null;
  const code = first !== null && codes.every((own) => own !== null) ? first : 'FST_ERR_VALIDATION';
  return new Refusal(code, { status: 400, fields: fieldsToBlame(error) });
}
