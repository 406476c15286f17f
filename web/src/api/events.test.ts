import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchEvents } from './events.ts';
import { clearTokens, storeTokens } from './tokens.ts';

type Stream = { tell(event: string, data: object): void; end(): void };
let streams: Stream[];
let open: number;
let isServerUp: boolean;
let client: QueryClient;
let shuttingDown: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  open = 0;
  isServerUp = true;
  client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  shuttingDown = new AbortController();
  storeTokens({ token: 'access', refreshToken: 'refresh' });
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    if (!isServerUp) return Promise.reject(new TypeError('nobody answers'));
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const stop = () => {
      open -= 1;
      void writer.abort();
    };
    open += 1;
    signal.addEventListener('abort', stop, { once: true });
    streams.push({
      tell: (event, data) =>
        void writer.write(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
      end: () => void writer.close(),
    });
    return Promise.resolve(new Response(readable));
  });
});
afterEach(() => {
  shuttingDown.abort();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const follow = () => void watchEvents(client, shuttingDown.signal);

/** A list on the screen; how often it was asked for, and how long an answer takes. */
async function show(key: string, answerMs = 0) {
  const asked = vi.fn<() => Promise<unknown>>(
    () => new Promise((answer) => setTimeout(() => answer(asked.mock.calls.length), answerMs)),
  );
  new QueryObserver(client, { queryKey: [key, 'list'], queryFn: asked }).subscribe(() => undefined);
  await pass(0);
  return asked;
}

test('what a first page has just loaded is not asked for twice', async () => {
  const contracts = await show('contract');
  const slow = await show('transport', 2_000);
  await pass(1_000);
  follow();
  await pass(5_000);
  expect([contracts, slow].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('what has just failed on a first page is not asked for again behind the back of its person', async () => {
  const asked = vi.fn<() => Promise<unknown>>(() => Promise.reject(new Error('refused')));
  new QueryObserver(client, { queryKey: ['contract', 'list'], queryFn: asked }).subscribe(() => undefined);
  await pass(1_000);
  follow();
  await pass(5_000);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('what was loaded long before the first stream could be opened is asked for again', async () => {
  const contracts = await show('contract');
  isServerUp = false;
  follow();
  await pass(20_000);
  expect(contracts).toHaveBeenCalledTimes(1);
  isServerUp = true;
  await pass(60_000);
  expect(streams).toHaveLength(1);
  expect(contracts).toHaveBeenCalledTimes(2);
});

test('a window without a stream reads again now and then, and waits longer each time', async () => {
  const contracts = await show('contract');
  let attempts = 0;
  vi.stubGlobal('fetch', () => {
    attempts += 1;
    return Promise.resolve(Response.json({}, { status: 429, headers: { 'Retry-After': '5' } }));
  });
  await pass(10_000);
  follow();
  await pass(5 * 60_000);
  expect(attempts).toBeGreaterThan(5);
  expect(attempts).toBeLessThan(13);
  // what came within the last seconds needs no second look
  expect(contracts.mock.calls.length).toBeGreaterThan(5);
  expect(contracts.mock.calls.length).toBeLessThanOrEqual(attempts + 1);
});

test('everything is asked for again when a stream that ended is open again', async () => {
  follow();
  const shown = [await show('contract'), await show('material')];
  await pass(30_000);
  streams[0]?.end();
  await pass(5_000);
  expect(streams).toHaveLength(2);
  for (const asked of shown) expect(asked).toHaveBeenCalledTimes(2);
});

test('everything is asked for again, too, when the clock was put back meanwhile', async () => {
  follow();
  const contracts = await show('contract');
  await pass(30_000);
  vi.setSystemTime(Date.now() - 2 * 3_600_000);
  streams[0]?.end();
  await pass(5_000);
  expect(streams).toHaveLength(2);
  expect(contracts).toHaveBeenCalledTimes(2);
});

test('a change is asked for where it shows, several at once', async () => {
  follow();
  const [contracts, users] = [await show('contract'), await show('user')];
  await pass(1_000);
  streams[0]?.tell('change', { topic: 'transport', ids: [1] });
  streams[0]?.tell('change', { topic: 'contract', ids: [2] });
  await pass(1_000);
  expect(contracts).toHaveBeenCalledTimes(2);
  expect(users).toHaveBeenCalledTimes(1);
});

test('a change while something is loaded for the first time is asked for when that has come', async () => {
  follow();
  const contracts = await show('contract', 2_000);
  streams[0]?.tell('change', { topic: 'contract', ids: [1] });
  await pass(1_000);
  expect(contracts).toHaveBeenCalledTimes(1);
  await pass(10_000);
  expect(contracts).toHaveBeenCalledTimes(2);
  expect(client.getQueryData(['contract', 'list'])).toBe(2);
});

test('a tab that nobody sees follows nothing, and reads all again when it is shown', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get');
  onTestFinished(() => hidden.mockRestore());
  const look = (isSeen: boolean) => {
    hidden.mockReturnValue(!isSeen);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  follow();
  const contracts = await show('contract');
  await pass(30_000);
  expect(open).toBe(1);
  look(false);
  await pass(300_000);
  expect([open, streams.length]).toEqual([0, 1]);
  look(true);
  await pass(1_000);
  expect([open, streams.length]).toEqual([1, 2]);
  expect(contracts).toHaveBeenCalledTimes(2);
  // from tab to tab and back
  for (const isSeen of [false, true, false, true, false, true]) look(isSeen);
  await pass(2_000);
  expect(open).toBe(1);
});

test('nothing is asked for any more by who has signed out meanwhile', async () => {
  follow();
  const me = await show('me');
  await pass(1_000);
  streams[0]?.tell('change', { topic: 'user', ids: [1] });
  await pass(100);
  clearTokens();
  await pass(1_000);
  expect(me).toHaveBeenCalledTimes(1);
});

test('everything is asked for again when the server has lost track itself', async () => {
  follow();
  const shown = [await show('contract'), await show('material')];
  await pass(1_000);
  streams[0]?.tell('reload', {});
  await pass(1_000);
  for (const asked of shown) expect(asked).toHaveBeenCalledTimes(2);
});
