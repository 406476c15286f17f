import { endpoint } from '@spichlerz/shared/wire/endpoint';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { connectionLost, TEST_ENDPOINT } from '../testing/api-stub.ts';
import { ApiError } from './api-error.ts';
import { call, onFailedCall } from './call.ts';
import { onSessionEnd } from './refresh.ts';
import { readTokens, storeTokens } from './tokens.ts';

const getThing = endpoint({
  ...TEST_ENDPOINT,
  method: 'GET',
  path: '/thing/:id',
  params: z.object({ id: z.number() }),
  query: z.object({ ownerId: z.array(z.number()).optional(), search: z.string().optional() }),
  reply: z.object({ fullName: z.string() }),
});
const createThing = endpoint({
  ...TEST_ENDPOINT,
  method: 'POST',
  path: '/thing',
  body: z.object({ fullName: z.string() }),
  reply: z.object({ id: z.number() }),
  creates: true,
});

type SentRequest = { method: string; url: string; headers: Headers; body: string | null };
let sent: SentRequest[] = [];
let respond: (request: SentRequest) => Response | Promise<Response>;

beforeEach(() => {
  sent = [];
  storeTokens({ token: 'old', refreshToken: 'refresh-1' });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const request = {
      method: init.method ?? 'GET',
      url,
      headers: new Headers(init.headers),
      body: init.body as string | null,
    };
    sent.push(request);
    return Promise.resolve(respond(request));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const successReply = (result: unknown) => Response.json({ success: true, result });
const errorReply = (status: number, result: object) => Response.json({ success: false, result }, { status });
const createRecord = () => call(createThing, { body: { fullName: 'Ziarno' } });
const apiErrorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error : undefined),
  );

test('keys are snake_case on the wire and camelCase in code', async () => {
  respond = () => successReply({ full_name: 'Ziarno' });
  await expect(
    call(getThing, { params: { id: 7 }, query: { ownerId: [1, 2], search: '' } }),
  ).resolves.toEqual({
    fullName: 'Ziarno',
  });
  expect(sent[0]?.url).toBe('/api/thing/7?owner_id=1%2C2');
  expect(sent[0]?.headers.get('Authorization')).toBe('Bearer old');
});

test('an error reply becomes an ApiError with its code, fields and request id', async () => {
  respond = () =>
    errorReply(409, {
      message_code: 'NIP_IS_DUPLICATED',
      fields: [{ path: 'address_list.0.post_code', code: 'VALUE_IS_WRONG' }],
      request_id: 'r-1',
    });
  expect(await apiErrorOf(call(getThing, { params: { id: 7 } }))).toMatchObject({
    status: 409,
    code: 'NIP_IS_DUPLICATED',
    fields: [{ path: 'addressList.0.postCode', code: 'VALUE_IS_WRONG' }],
    requestId: 'r-1',
  });
});

test('parallel calls that fail with 401 refresh the token once and are then repeated', async () => {
  respond = async ({ url, headers }) => {
    await new Promise((later) => setTimeout(later, 5));
    if (url.endsWith('/refresh-token')) return successReply({ token: 'new', refresh_token: 'refresh-2' });
    return headers.get('Authorization') === 'Bearer new'
      ? successReply({ full_name: 'Ziarno' })
      : errorReply(401, { message_code: 'UNAUTHORIZED' });
  };
  const ids = Array.from({ length: 10 }, (_, index) => index + 1);
  const replies = await Promise.all(ids.map((id) => call(getThing, { params: { id } })));
  expect(replies).toEqual(ids.map(() => ({ fullName: 'Ziarno' })));
  expect(sent.filter(({ url }) => url.endsWith('/refresh-token'))).toHaveLength(1);
  expect(readTokens()).toEqual({ token: 'new', refreshToken: 'refresh-2' });
});

test('a call that fails with 401 is repeated with the tokens that another tab has stored, without a token refresh', async () => {
  respond = ({ headers }) => {
    if (headers.get('Authorization') === 'Bearer newer') return successReply({ full_name: 'Ziarno' });
    storeTokens({ token: 'newer', refreshToken: 'refresh-9' });
    return errorReply(401, { message_code: 'UNAUTHORIZED' });
  };
  await call(getThing, { params: { id: 1 } });
  expect(sent.some(({ url }) => url.endsWith('/refresh-token'))).toBe(false);
});

/** A lock held by another tab. It is granted before the storage event with the other tab's tokens arrives. */
function lockHeldElsewhere(_name: string, ...rest: unknown[]): Promise<unknown> {
  const task = rest.at(-1) as (lock: object | null) => Promise<unknown>;
  if (rest.length === 2) return task(null);
  setTimeout(() => {
    storeTokens({ token: 'newer', refreshToken: 'refresh-9' });
    window.dispatchEvent(new StorageEvent('storage', { key: 'TOKEN' }));
  }, 5);
  return task({});
}

test('while another tab refreshes the tokens, a call that fails with 401 waits for the new tokens', async () => {
  vi.stubGlobal('navigator', { locks: { request: lockHeldElsewhere } });
  respond = ({ headers }) =>
    headers.get('Authorization') === 'Bearer newer'
      ? successReply({ full_name: 'Ziarno' })
      : errorReply(401, { message_code: 'UNAUTHORIZED' });
  await call(getThing, { params: { id: 1 } });
  expect(sent.some(({ url }) => url.endsWith('/refresh-token'))).toBe(false);
});

test('a rejected token refresh ends the session; a token refresh without a response does not', async () => {
  const end = vi.fn<() => void>();
  onSessionEnd(end);
  respond = ({ url }) => {
    if (url.endsWith('/refresh-token')) throw new TypeError('offline');
    return errorReply(401, { message_code: 'UNAUTHORIZED' });
  };
  expect(await apiErrorOf(call(getThing, { params: { id: 1 } }))).toMatchObject({ code: 'NETWORK_ERROR' });
  expect(readTokens()).not.toBeNull();

  respond = () => errorReply(401, { message_code: 'UNAUTHORIZED' });
  expect(await apiErrorOf(call(getThing, { params: { id: 1 } }))).toMatchObject({
    code: 'UNAUTHORIZED',
    status: 401,
  });
  expect(readTokens()).toBeNull();
  expect(end).toHaveBeenCalledOnce();
});

test('a create call that is repeated after a lost response keeps its idempotency key; the next create call gets a new key', async () => {
  respond = () => {
    throw new TypeError('offline');
  };
  expect(await apiErrorOf(createRecord())).toMatchObject({ code: 'NETWORK_ERROR', status: 0 });
  respond = () => successReply({ id: 1 });
  await createRecord();
  await createRecord();
  const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
  expect(sent[0]?.body).toBe('{"full_name":"Ziarno"}');
});

test('a response with status 200 that is not JSON fails with BAD_RESPONSE; a 502 of a gateway fails with NETWORK_ERROR', async () => {
  respond = () => new Response('<html>', { status: 200 });
  expect(await apiErrorOf(call(getThing, { params: { id: 1 } }))).toMatchObject({ code: 'BAD_RESPONSE' });
  respond = () => new Response('down', { status: 502 });
  expect(await apiErrorOf(call(getThing, { params: { id: 1 } }))).toMatchObject({
    code: 'NETWORK_ERROR',
    status: 502,
  });
});

test('a DELETE of a missing record succeeds; a GET of a missing record fails', async () => {
  const failures: unknown[] = [];
  onFailedCall((error) => failures.push(error));
  onTestFinished(() => onFailedCall(() => undefined));
  const deleteThing = endpoint({
    ...TEST_ENDPOINT,
    method: 'DELETE',
    path: '/thing/:id',
    params: z.object({ id: z.number() }),
    reply: z.literal(true),
  });
  respond = () => errorReply(404, { message_code: 'NOT_FOUND' });
  expect(await call(deleteThing, { params: { id: 1 } })).toBe(true);
  // The failure listener is not called, because it would open the not-found page.
  expect(failures).toEqual([]);
  const missing = await apiErrorOf(call(getThing, { params: { id: 1 } }));
  expect(missing).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(failures).toEqual([missing]);
});

test('a call without a response fails with TIMEOUT after 20 seconds; a cancelled call fails with ABORTED', async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
    limits.push(limit);
    return AbortSignal.abort();
  });
  onTestFinished(() => void vi.restoreAllMocks());
  respond = () => connectionLost();
  expect(await apiErrorOf(call(getThing, { params: { id: 1 } }))).toMatchObject({
    status: 0,
    code: 'TIMEOUT',
  });
  expect(limits).toEqual([20_000]);
  vi.restoreAllMocks();
  const cancelled = call(getThing, { params: { id: 1 }, signal: AbortSignal.abort() });
  expect(await apiErrorOf(cancelled)).toMatchObject({ status: 0, code: 'ABORTED' });
});
