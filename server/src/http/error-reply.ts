import { DomainError } from '@spichlerz/shared/domain/domain-error';
import { pathToSnake } from '@spichlerz/shared/wire/case';
import { customErrorCode, fieldErrors } from '@spichlerz/shared/wire/field-errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import type { z } from 'zod';
import { findCurrentActor } from '../auth/actor.ts';
import { securityLog } from '../auth/security-log.ts';
import { constraintError } from '../db/constraint-errors.ts';
import { NoPrimaryError } from '../db/primary-client.ts';

/** Sends every failure of the API in the format of customer api.md. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const domainError = toDomainError(error);
  if (domainError.status >= 500) request.log.error({ err: error }, 'A call failed');
  logDeniedAccess(error, domainError, request);
  const { retryAfterSeconds } = domainError;
  // The rate limit plugin has already set the header of its own errors.
  if (retryAfterSeconds !== undefined && !reply.hasHeader('retry-after'))
    void reply.header('retry-after', String(retryAfterSeconds));
  void reply.status(domainError.status).send({
    success: false,
    result: {
      message_code: domainError.code,
      ...(domainError.fields.length > 0 && {
        fields: domainError.fields.map((field) => ({ ...field, path: pathToSnake(field.path) })),
      }),
      request_id: request.id,
    },
  });
}

/** Logs denied access. Sign-in endpoints log their failures with the account. */
function logDeniedAccess(error: unknown, { code, status }: DomainError, request: FastifyRequest): void {
  const userId = findCurrentActor(request)?.userId ?? null;
  const details = { userId, method: request.method, route: request.routeOptions.url };
  if (status === 403 && code !== 'USER_DISABLED')
    securityLog(request)('authz_fail', { ...details, reason: code });
  // Only errors of the rate limit plugin are logged here. The limits of concurrent requests throw a DomainError
  // of the same status.
  if (status === 429 && !(error instanceof DomainError))
    securityLog(request)('excess_rate_limit_exceeded', details);
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): void {
  sendFailure(new DomainError('NOT_FOUND'), request, reply);
}

function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const constraint = constraintError(error);
  if (constraint !== null) return constraint;
  // Comes before isDatabaseUnavailable, because an ECONNRESET with a status means that the client disconnected.
  const httpError = fastifyError(error as FastifyError);
  if (httpError !== null) return httpError;
  if (isDatabaseUnavailable(error)) return new DomainError('MISSING_DATABASE');
  return new DomainError(error instanceof DatabaseError ? 'SQL_ERROR' : 'INTERNAL_ERROR');
}

const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  // The host name or address is unreachable, for example while the container is replaced.
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  // PostgreSQL is shutting down or starting.
  '57P01',
  '57P02',
  '57P03',
  // statement_timeout
  '57014',
  // lock_timeout: another transaction holds the rows, so that a retry may succeed.
  '55P03',
]);
/**
 * Classes of PostgreSQL's error codes. 08: the connection is lost. 40: every attempt conflicted with other
 * transactions (tx.ts). 53: no disk space, memory or connections left.
 */
const UNAVAILABLE_CLASSES = new Set(['08', '40', '53']);
const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Client was closed|Client has encountered a connection error/;

/** Whether the database is unreachable or cannot work at the moment; the client may retry the request. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof NoPrimaryError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    (typeof code === 'string' &&
      (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2)))) ||
    UNAVAILABLE_MESSAGES.test(error.message)
  );
}

// The multipart parser throws plain errors that differ only in their messages.
const FORM_PARSE_ERRORS = /multipart|Malformed part header|Part terminated early/i;

function fastifyError(error: FastifyError): DomainError | null {
  const status = error.statusCode;
  if (status === undefined && FORM_PARSE_ERRORS.test(error.message)) return new DomainError('BAD_REQUEST');
  if (status === 413) return new DomainError('BAD_REQUEST', { status: 413 });
  if (status === 429) return new DomainError('TOO_MANY_REQUESTS');
  if (status !== undefined && status >= 400 && status < 500) return new DomainError('BAD_REQUEST');
  return null;
}

/**
 * Returns the error of a failed validation, which lists every invalid field. The error has the code of the
 * first failed custom rule if only custom rules failed, otherwise FST_ERR_VALIDATION.
 */
export function validationError(error: z.ZodError): DomainError {
  const codes = error.issues.map((issue) => customErrorCode(issue));
  const first = codes[0] ?? null;
  const code = first !== null && codes.every((own) => own !== null) ? first : 'FST_ERR_VALIDATION';
  return new DomainError(code, { status: 400, fields: fieldErrors(error) });
}
