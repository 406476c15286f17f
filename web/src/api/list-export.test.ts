import { contractors } from '@spichlerz/shared/wire/contractors';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { listExport } from './list-export.ts';
import { storeTokens } from './tokens.ts';

type SentRequest = { url: string; headers: Headers; body: string | null };
let sent: SentRequest[] = [];
let respond: (request: SentRequest) => Response;

beforeEach(() => {
  sent = [];
  storeTokens({ token: 'old', refreshToken: 'refresh-1' });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const request = { url, headers: new Headers(init.headers), body: init.body as string | null };
    sent.push(request);
    return Promise.resolve(respond(request));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const file = (body: BodyInit) =>
  new Response(body, {
    headers: { 'content-disposition': 'attachment; filename="dostawcy-2026-11-21.csv"' },
  });
const apiErrorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error : undefined),
  );
const suppliers = listExport(contractors.purchase.list, { body: { limit: 10, offset: 20, search: 'rol' } });

test('an export request has the filters and the sort order of the list, but no page', async () => {
  respond = () => file('x');
  const query = { limit: 25, offset: 50, orderBy: 'price ASC' as const, contractStatus: ['NEW' as const] };
  await listExport(contracts.sales.list, { query })('xlsx');
  await suppliers('csv');
  expect(sent.map(({ url, body }) => ({ url, body }))).toEqual([
    {
      url: '/api/contract/get-sales-list/export?order_by=price+ASC&contract_status=NEW&format=xlsx',
      body: null,
    },
    { url: '/api/contractor/supplier/list/export?format=csv', body: '{"search":"rol"}' },
  ]);
});

test('the file name of an export comes from the server, even if the export first refreshes an expired token', async () => {
  respond = ({ url, headers }) => {
    if (url.includes('refresh-token'))
      return Response.json({ success: true, result: { token: 'new', refresh_token: 'refresh-2' } });
    if (headers.get('Authorization') === 'Bearer old')
      return Response.json({ success: false, result: { message_code: 'UNAUTHORIZED' } }, { status: 401 });
    return file('Nazwa\r\n');
  };
  const got = await suppliers('csv');
  expect(got.name).toBe('dostawcy-2026-11-21.csv');
  expect(await got.text()).toBe('Nazwa\r\n');
});

const busy = () =>
  Response.json(
    { success: false, result: { message_code: 'TOO_MANY_REQUESTS' } },
    { status: 429, headers: { 'Retry-After': '5' } },
  );

test('an export that the server rejects as busy is retried after the time in Retry-After', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  respond = () => (sent.length < 3 ? busy() : file('Nazwa\r\n'));
  const got = suppliers('csv');
  await vi.advanceTimersByTimeAsync(4_900);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await (await got).text()).toBe('Nazwa\r\n');
  expect(sent).toHaveLength(3);
});

test('if the server stays busy, the error of an export states that the server is busy with exports', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  respond = busy;
  const failure = apiErrorOf(suppliers('csv'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await failure).toMatchObject({ code: 'TOO_MANY_REQUESTS', busyKind: 'export' });
  expect(sent).toHaveLength(4);
});

test('an export with an error reply or an interrupted download rejects with an ApiError', async () => {
  respond = () =>
    Response.json({ success: false, result: { message_code: 'TOO_MANY_REQUESTS' } }, { status: 429 });
  expect(await apiErrorOf(suppliers('csv'))).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });

  const half = new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('Naz'));
      controller.error(new TypeError('network error'));
    },
  });
  respond = () => file(half);
  expect(await apiErrorOf(suppliers('csv'))).toMatchObject({ status: 0, code: 'NETWORK_ERROR' });
});
