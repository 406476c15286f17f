import { endpoint } from '@spichlerz/shared/wire/endpoint';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { onSessionEnd } from './refresh.ts';
import { readTokens, storeTokens } from './tokens.ts';

const none = { access: 'user', summary: '', tag: '' } as const;
const getThing = endpoint({
  ...none,
  method: 'GET',
  path: '/thing/:id',
  params: z.object({ id: z.number() }),
  query: z.object({ ownerId: z.array(z.number()).optional(), search: z.string().optional() }),
  reply: z.object({ fullName: z.string() }),
});
const createThing = endpoint({
  ...none,
  method: 'POST',
  path: '/thing',
  body: z.object({ fullName: z.string() }),
  reply: z.object({ id: z.number() }),
  creates: true,
});

type Sent = { method: string; url: string; headers: Headers; body: string | null };
let sent: Sent[] = [];
let answer: (request: Sent) => Response | Promise<Response>;

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
    return Promise.resolve(answer(request));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const success = (result: unknown) => Response.json({ success: true, result });
const refusal = (status: number, result: object) => Response.json({ success: false, result }, { status });
const create = () => call(createThing, { body: { fullName: 'Ziarno' } });
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error : undefined),
  );

test('keys are snake_case on the wire and camelCase in code', async () => {
  answer = () => success({ full_name: 'Ziarno' });
  await expect(
    call(getThing, { params: { id: 7 }, query: { ownerId: [1, 2], search: '' } }),
  ).resolves.toEqual({
    fullName: 'Ziarno',
  });
  expect(sent[0]?.url).toBe('/api/thing/7?owner_id=1%2C2');
  expect(sent[0]?.headers.get('Authorization')).toBe('Bearer old');
});

test('a refusal carries its code, fields and request', async () => {
  answer = () =>
    refusal(409, {
      message_code: 'NIP_IS_DUPLICATED',
      fields: [{ path: 'address_list.0.post_code', code: 'VALUE_IS_WRONG' }],
      request_id: 'r-1',
    });
  expect(await failureOf(call(getThing, { params: { id: 7 } }))).toMatchObject({
    status: 409,
    code: 'NIP_IS_DUPLICATED',
    fields: [{ path: 'addressList.0.postCode', code: 'VALUE_IS_WRONG' }],
    requestId: 'r-1',
  });
});

test('calls refused together refresh once and are repeated', async () => {
  answer = async ({ url, headers }) => {
    await new Promise((later) => setTimeout(later, 5));
    if (url.endsWith('/refresh-token')) return success({ token: 'new', refresh_token: 'refresh-2' });
    return headers.get('Authorization') === 'Bearer new'
      ? success({ full_name: 'Ziarno' })
      : refusal(401, { message_code: 'UNAUTHORIZED' });
  };
  const ids = Array.from({ length: 10 }, (_, index) => index + 1);
  const replies = await Promise.all(ids.map((id) => call(getThing, { params: { id } })));
  expect(replies).toEqual(ids.map(() => ({ fullName: 'Ziarno' })));
  expect(sent.filter(({ url }) => url.endsWith('/refresh-token'))).toHaveLength(1);
  expect(readTokens()).toEqual({ token: 'new', refreshToken: 'refresh-2' });
});

test('a pair that another tab has refreshed is taken over', async () => {
  answer = ({ headers }) => {
    if (headers.get('Authorization') === 'Bearer newer') return success({ full_name: 'Ziarno' });
    storeTokens({ token: 'newer', refreshToken: 'refresh-9' });
    return refusal(401, { message_code: 'UNAUTHORIZED' });
  };
  await call(getThing, { params: { id: 1 } });
  expect(sent.some(({ url }) => url.endsWith('/refresh-token'))).toBe(false);
});

/** Not free at once; whoever waits gets it before the storage shows what the other tab wrote. */
function lockHeldElsewhere(_name: string, ...rest: unknown[]): Promise<unknown> {
  const task = rest.at(-1) as (lock: object | null) => Promise<unknown>;
  if (rest.length === 2) return task(null);
  setTimeout(() => {
    storeTokens({ token: 'newer', refreshToken: 'refresh-9' });
    window.dispatchEvent(new StorageEvent('storage', { key: 'TOKEN' }));
  }, 5);
  return task({});
}

test('a pair that arrives while another tab holds the lock is taken over', async () => {
  vi.stubGlobal('navigator', { locks: { request: lockHeldElsewhere } });
  answer = ({ headers }) =>
    headers.get('Authorization') === 'Bearer newer'
      ? success({ full_name: 'Ziarno' })
      : refusal(401, { message_code: 'UNAUTHORIZED' });
  await call(getThing, { params: { id: 1 } });
  expect(sent.some(({ url }) => url.endsWith('/refresh-token'))).toBe(false);
});

test('a refused refresh ends the session, a lost one does not', async () => {
  const end = vi.fn<() => void>();
  onSessionEnd(end);
  answer = ({ url }) => {
    if (url.endsWith('/refresh-token')) throw new TypeError('offline');
    return refusal(401, { message_code: 'UNAUTHORIZED' });
  };
  expect(await failureOf(call(getThing, { params: { id: 1 } }))).toMatchObject({ code: 'NETWORK_ERROR' });
  expect(readTokens()).not.toBeNull();

  answer = () => refusal(401, { message_code: 'UNAUTHORIZED' });
  expect(await failureOf(call(getThing, { params: { id: 1 } }))).toMatchObject({
    code: 'UNAUTHORIZED',
    status: 401,
  });
  expect(readTokens()).toBeNull();
  expect(end).toHaveBeenCalledOnce();
});

test('a create repeated after a lost answer keeps its key, a new one gets another', async () => {
  answer = () => {
    throw new TypeError('offline');
  };
  expect(await failureOf(create())).toMatchObject({ code: 'NETWORK_ERROR', status: 0 });
  answer = () => success({ id: 1 });
  await create();
  await create();
  const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
  expect(sent[0]?.body).toBe('{"full_name":"Ziarno"}');
});

test('what is no answer of ours is a bad response', async () => {
  answer = () => new Response('<html>', { status: 200 });
  expect(await failureOf(call(getThing, { params: { id: 1 } }))).toMatchObject({ code: 'BAD_RESPONSE' });
  answer = () => new Response('down', { status: 502 });
  expect(await failureOf(call(getThing, { params: { id: 1 } }))).toMatchObject({
    code: 'NETWORK_ERROR',
    status: 502,
  });
});
