import { dropEmpty, keysToSnake, toSnake } from '@spichlerz/shared/wire/case';
import type { CallInput, Endpoint, ReplyOf } from '@spichlerz/shared/wire/endpoint';
import { ApiError, isNotFound, isUncertain } from './api-error.ts';
import { refreshTokens } from './refresh.ts';
import { type Request, send } from './send.ts';
import { readTokens } from './tokens.ts';

type RequestInput = { params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal | undefined };

/** `isRead` is true for GET calls, which a screen sends without an action of the user. */
type FailureListener = (error: unknown, isRead: boolean) => void;

let failureListener: FailureListener = () => undefined;

/**
 * Sets the handler of failed calls. The caches of TanStack Query cannot replace this handler: forms save
 * without the caches, and a query reports its error only after its retries.
 */
export function onFailedCall(callback: FailureListener): void {
  failureListener = callback;
}

/**
 * Handles a missing record like a 404 reply. A query that finds its record in the reply of a list call receives
 * no 404 reply.
 */
export function reportMissingRecord(error: unknown): void {
  failureListener(error, true);
}

type CallOptions = {
  readonly signal?: AbortSignal;
  /** Whether the caller handles a missing record itself. The not-found page then does not open. */
  readonly mayBeMissing?: boolean;
};

// The input is optional when the endpoint takes no params, query or body.
type Arguments<E> =
  Partial<CallInput<E>> extends CallInput<E>
    ? [input?: CallInput<E> & CallOptions]
    : [input: CallInput<E> & CallOptions];

/**
 * Calls an endpoint: `await call(getContract, { params: { id } })`.
 * @throws ApiError
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<ReplyOf<E>> {
  const request = requestTo(endpoint, input ?? {});
  const run = endpoint.access === 'public' ? send : (next: Request) => sendWithToken(next, send);
  try {
    const result = endpoint.creates ? await sendIdempotent(run, request) : await run(request);
    return result as ReplyOf<E>;
  } catch (error) {
    // DELETE is idempotent: 404 means already deleted
    if (endpoint.method === 'DELETE' && isNotFound(error)) return true as ReplyOf<E>;
    if (input?.mayBeMissing !== true || !isNotFound(error)) failureListener(error, endpoint.method === 'GET');
    throw error;
  }
}

export function requestTo(endpoint: Endpoint, { params, query, body, signal }: RequestInput): Request {
  return {
    method: endpoint.method,
    url: fillPath(endpoint.path, params) + queryString(query),
    body: body === undefined ? undefined : JSON.stringify(keysToSnake(body)),
    signal,
  };
}

/** Sends a request with the access token. After a 401, refreshes the token and sends the request once more. */
export async function sendWithToken<T>(request: Request, run: (request: Request) => Promise<T>): Promise<T> {
  const token = readTokens()?.token;
  try {
    return await run({ ...request, token });
  } catch (error) {
    if (token === undefined || !(error instanceof ApiError) || error.status !== 401) throw error;
    const fresh = await refreshTokens(token);
    return run({ ...request, token: fresh.token });
  }
}

async function sendIdempotent(
  run: (request: Request) => Promise<unknown>,
  request: Request,
): Promise<unknown> {
  const attempt = `${request.url} ${request.body ?? ''}`;
  try {
    const result = await run({ ...request, idempotencyKey: attemptKey(attempt) });
    closeAttempt(attempt);
    return result;
  } catch (error) {
    if (!isUncertain(error)) closeAttempt(attempt);
    throw error;
  }
}

function fillPath(path: string, params: unknown): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}

/** Omits empty filters and joins several values with commas. */
function queryString(query: unknown): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(dropEmpty(query ?? {}) as object)) {
    const joined = Array.isArray(value) ? value.join(',') : String(value);
    if (joined !== '') text.set(toSnake(name), joined);
  }
  const joined = text.toString();
  return joined === '' ? '' : `?${joined}`;
}

/**
 * Idempotency keys of create calls that are running or may have created their record (isUncertain). A retry
 * with the same data sends the same key, so the record is created once. After any other result, a call with the
 * same data gets a new key and creates a second record.
 */
const openKeys = new Map<string, string>();

function attemptKey(attempt: string): string {
  const key = openKeys.get(attempt) ?? randomKey();
  openKeys.set(attempt, key);
  return key;
}

function closeAttempt(attempt: string): void {
  openKeys.delete(attempt);
}

// crypto.randomUUID is available in secure contexts only
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
