import { isErrorCode } from '@spichlerz/shared/domain/domain-error';
import { PASSWORD_REASONS } from '@spichlerz/shared/domain/password';
import { keysToCamel } from '@spichlerz/shared/wire/case';
import { ApiError, type FieldError } from './api-error.ts';
import { takeEarlyResponse } from './early-response.ts';

const TIMEOUT_MS = 20_000;
const HEALTH_TIMEOUT_MS = 3_000;

export type Request = {
  readonly method: string;
  /** Path below /api, with the query. */
  readonly url: string;
  readonly body?: string | undefined;
  readonly token?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Sends one request and returns the result in camelCase.
 * @throws ApiError
 */
export async function send(request: Request): Promise<unknown> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;

  let status = 0;
  let headers: Headers | undefined;
  let reply: unknown;
  try {
    const response = await fetchApi(request, signal);
    ({ status, headers } = response);
    reply = await response.json();
  } catch (cause) {
    if (request.signal?.aborted) throw new ApiError(0, 'ABORTED', { cause });
    if (timeout.aborted) throw new ApiError(0, 'TIMEOUT', { cause });
    throw new ApiError(status, status === 0 ? 'NETWORK_ERROR' : unreadableReplyCode(status), { cause });
  }
  return unwrap({ status, headers }, reply);
}

/** Sends a request with the API's headers and returns the response unread. */
export function fetchApi(request: Request, signal: AbortSignal): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (request.body !== undefined) headers.set('Content-Type', 'application/json');
  if (request.token !== undefined) headers.set('Authorization', `Bearer ${request.token}`);
  if (request.idempotencyKey !== undefined) headers.set('Idempotency-Key', request.idempotencyKey);
  return (
    takeEarlyResponse(request.url, request.token) ??
    fetch(`/api${request.url}`, {
      method: request.method,
      headers,
      body: request.body ?? null,
      signal,
    })
  );
}

/** A gateway whose server is down responds with an HTML page, not with JSON. */
export function unreadableReplyCode(status: number): 'NETWORK_ERROR' | 'BAD_RESPONSE' {
  return status === 502 || status === 503 || status === 504 ? 'NETWORK_ERROR' : 'BAD_RESPONSE';
}

/**
 * Returns the result from the envelope of a response.
 * @throws ApiError for an error response
 */
export function unwrap(
  { status, headers }: { readonly status: number; readonly headers?: Headers | undefined },
  reply: unknown,
): unknown {
  const envelope = keysToCamel(reply);
  if (!isRecord(envelope) || !('result' in envelope)) throw new ApiError(status, 'BAD_RESPONSE');
  if (envelope['success'] === true && status >= 200 && status < 300) return envelope['result'];

  const problem = isRecord(envelope['result']) ? envelope['result'] : {};
  const code = problem['messageCode'];
  const requestId = problem['requestId'];
  if (typeof code !== 'string' || !isErrorCode(code)) throw new ApiError(status, 'BAD_RESPONSE');
  throw new ApiError(status, code, {
    fields: readFields(problem['fields']),
    ...(typeof requestId === 'string' ? { requestId } : {}),
    retryAfterSeconds: retryAfterSeconds(headers),
  });
}

/** Our servers send seconds, never a date. */
export function retryAfterSeconds(headers: Headers | undefined): number | undefined {
  const seconds = Number(headers?.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

function readFields(fields: unknown): FieldError[] {
  if (!Array.isArray(fields)) return [];
  return fields.filter(isRecord).flatMap(({ path, code, reason: sent }) => {
    if (typeof path !== 'string' || typeof code !== 'string' || !isErrorCode(code)) return [];
    const reason = PASSWORD_REASONS.find((known) => known === sent);
    return [{ path: pathToCamel(path), code, ...(reason === undefined ? {} : { reason }) }];
  });
}

function pathToCamel(path: string): string {
  return path
    .split('.')
    .map((name) => Object.keys(keysToCamel({ [name]: null }) as object)[0] ?? name)
    .join('.');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the server responds at all; called after a request without a response. */
export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }))
      .ok;
  } catch {
    return false;
  }
}
