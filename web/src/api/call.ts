import { dropEmpty, keysToSnake, toSnake } from '@spichlerz/shared/wire/case';
import type { CallInput, Endpoint, ReplyOf } from '@spichlerz/shared/wire/endpoint';
import { ApiError, isNotFound, isUncertain, isUnreachable } from './api-error.ts';
import { attemptKey, closeAttempt } from './idempotency.ts';
import { refreshTokens } from './refresh.ts';
import { type Request, send } from './send.ts';
import { readTokens } from './tokens.ts';

type Parts = { params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal | undefined };

/** `isRead` is for what a screen asks for by itself, unlike what its person just saved. */
type Missing = (error: unknown, isRead: boolean) => void;

let missing: Missing = () => undefined;
let unreachable: () => void = () => undefined;

/** The application says what happens when what a call asks for is not there: it goes to the not-found page. */
export function onNotFound(callback: Missing): void {
  missing = callback;
}

/** The application says what happens when no answer comes: it finds out whether the server is there at all. */
export function onUnreachable(callback: () => void): void {
  unreachable = callback;
}

// The second parameter may be left out when the endpoint takes nothing.
type Arguments<E> =
  Partial<CallInput<E>> extends CallInput<E>
    ? [input?: CallInput<E> & { signal?: AbortSignal }]
    : [input: CallInput<E> & { signal?: AbortSignal }];

/** Calls an endpoint: `await call(getContract, { params: { id } })`. Throws an ApiError. */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<ReplyOf<E>> {
  const request = requestTo(endpoint, input ?? {});
  const run = endpoint.access === 'public' ? send : (next: Request) => signedIn(next, send);
  try {
    const result = endpoint.creates ? await sendOnce(run, request) : await run(request);
    return result as ReplyOf<E>;
  } catch (error) {
    // it is gone, as was asked for: after an answer that got lost, or by somebody else
    if (endpoint.method === 'DELETE' && isNotFound(error)) return true as ReplyOf<E>;
    if (isNotFound(error)) missing(error, endpoint.method === 'GET');
    if (isUnreachable(error)) unreachable();
    throw error;
  }
}

export function requestTo(endpoint: Endpoint, { params, query, body, signal }: Parts): Request {
  return {
    method: endpoint.method,
    url: fillPath(endpoint.path, params) + queryText(query),
    body: body === undefined ? undefined : JSON.stringify(keysToSnake(body)),
    signal,
  };
}

/** Runs a request for whoever is signed in, a second time with a fresh token when the first one is over. */
export async function signedIn<T>(request: Request, run: (request: Request) => Promise<T>): Promise<T> {
  const token = readTokens()?.token;
  try {
    return await run({ ...request, token });
  } catch (error) {
    if (token === undefined || !(error instanceof ApiError) || error.status !== 401) throw error;
    const fresh = await refreshTokens(token);
    return run({ ...request, token: fresh.token });
  }
}

async function sendOnce(run: (request: Request) => Promise<unknown>, request: Request): Promise<unknown> {
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

/** Empty filters are left out, several values are joined by commas. */
function queryText(query: unknown): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(dropEmpty(query ?? {}) as object)) {
    const joined = Array.isArray(value) ? value.join(',') : String(value);
    if (joined !== '') text.set(toSnake(name), joined);
  }
  const joined = text.toString();
  return joined === '' ? '' : `?${joined}`;
}
