import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchEvents } from './events.ts';
import { clearTokens, storeTokens } from './tokens.ts';

type Stream = { send(event: string, data: object): void; end(): void };
let streams: Stream[];
let openStreams: number;
let isServerUp: boolean;
let client: QueryClient;
let controller: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  openStreams = 0;
  isServerUp = true;
  client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  controller = new AbortController();
  storeTokens({ token: 'access', refreshToken: 'refresh' });
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    if (!isServerUp) return Promise.reject(new TypeError('server unreachable'));
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const stop = () => {
      openStreams -= 1;
      void writer.abort();
    };
    openStreams += 1;
    signal.addEventListener('abort', stop, { once: true });
    streams.push({
      send: (event, data) =>
        void writer.write(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
      end: () => void writer.close(),
    });
    return Promise.resolve(new Response(readable));
  });
});
afterEach(() => {
  controller.abort();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const startWatching = () => void watchEvents(client, controller.signal);

/**
 * Observes a list query whose response takes `responseMs`; returns the query function, which counts its calls.
 */
async function observeList(key: string, responseMs = 0, data?: unknown) {
  const fetchData = vi.fn<() => Promise<unknown>>(
    () =>
      new Promise((resolve) => setTimeout(() => resolve(data ?? fetchData.mock.calls.length), responseMs)),
  );
  new QueryObserver(client, { queryKey: [key, 'list'], queryFn: fetchData }).subscribe(() => undefined);
  await advance(0);
  return fetchData;
}

test('queries that the first page has just loaded are not refetched when the event stream opens', async () => {
  const contracts = await observeList('contract');
  const slow = await observeList('transport', 2_000);
  await advance(1_000);
  startWatching();
  await advance(5_000);
  expect([contracts, slow].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('a query that has just failed on the first page is not refetched when the event stream opens', async () => {
  const fetchData = vi.fn<() => Promise<unknown>>(() => Promise.reject(new Error('refused')));
  new QueryObserver(client, { queryKey: ['contract', 'list'], queryFn: fetchData }).subscribe(
    () => undefined,
  );
  await advance(1_000);
  startWatching();
  await advance(5_000);
  expect(fetchData).toHaveBeenCalledTimes(1);
});

test('when the event stream opens for the first time, queries that were loaded long before are refetched', async () => {
  const contracts = await observeList('contract');
  isServerUp = false;
  startWatching();
  await advance(20_000);
  expect(contracts).toHaveBeenCalledTimes(1);
  isServerUp = true;
  await advance(60_000);
  expect(streams).toHaveLength(1);
  expect(contracts).toHaveBeenCalledTimes(2);
});

test('while the server rejects the event stream, the tab refetches its queries at growing intervals', async () => {
  const contracts = await observeList('contract');
  let attempts = 0;
  vi.stubGlobal('fetch', () => {
    attempts += 1;
    return Promise.resolve(Response.json({}, { status: 429, headers: { 'Retry-After': '5' } }));
  });
  await advance(10_000);
  startWatching();
  await advance(5 * 60_000);
  expect(attempts).toBeGreaterThan(5);
  expect(attempts).toBeLessThan(13);
  // An attempt refetches nothing while the data is only a few seconds old.
  expect(contracts.mock.calls.length).toBeGreaterThan(5);
  expect(contracts.mock.calls.length).toBeLessThanOrEqual(attempts + 1);
});

test('all queries are refetched when a closed event stream opens again', async () => {
  startWatching();
  const shown = [await observeList('contract'), await observeList('material')];
  await advance(30_000);
  streams[0]?.end();
  await advance(5_000);
  expect(streams).toHaveLength(2);
  for (const fetchData of shown) expect(fetchData).toHaveBeenCalledTimes(2);
});

test('all queries are refetched when a closed event stream opens again after the clock was set back', async () => {
  startWatching();
  const contracts = await observeList('contract');
  await advance(30_000);
  vi.setSystemTime(Date.now() - 2 * 3_600_000);
  streams[0]?.end();
  await advance(5_000);
  expect(streams).toHaveLength(2);
  expect(contracts).toHaveBeenCalledTimes(2);
});

test('queries that show a changed record are refetched within 300 ms; several changes cause one refetch', async () => {
  startWatching();
  const shown = await observeList('contract', 0, { list: [{ id: 2 }, { id: 3 }] });
  const settlements = await observeList('settlement', 0, { list: [{ id: 9, transportId: 1 }] });
  const users = await observeList('user', 0, { list: [{ id: 1 }, { id: 2 }] });
  await advance(1_000);
  streams[0]?.send('change', { topic: 'transport', ids: [1] });
  streams[0]?.send('change', { topic: 'contract', ids: [2] });
  await advance(300);
  expect([shown, settlements, users].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 1]);
  await advance(60_000);
  expect([shown, settlements, users].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 1]);
});

test('a list of contracts without the changed contract is refetched at most once every five seconds', async () => {
  startWatching();
  const others = await observeList('contract', 0, { list: [{ id: 7 }] });
  for (let second = 0; second < 60; second += 1) {
    streams[0]?.send('change', { topic: 'contract', ids: [2] });
    await advance(1_000);
  }
  // one change a second spreads the refreshes by up to three seconds
  expect(others.mock.calls.length).toBeGreaterThan(60 / 8.5);
  expect(others.mock.calls.length).toBeLessThanOrEqual(1 + 60 / 5 + 1);
});

test('at ten changes a second, a list without the changed contract is refetched less often than every five seconds', async () => {
  startWatching();
  const others = await observeList('contract', 0, { list: [{ id: 7 }] });
  for (let tick = 0; tick < 600; tick += 1) {
    streams[0]?.send('change', { topic: 'contract', ids: [2] });
    await advance(100);
  }
  expect(others.mock.calls.length).toBeGreaterThan(2);
  expect(others.mock.calls.length).toBeLessThan(60 / 5);
});

test('a query that leaves the screen right after a change is refetched when it is shown again', async () => {
  startWatching();
  const fetchData = vi.fn<() => Promise<unknown>>(() => Promise.resolve({ list: [{ id: 7 }] }));
  const observer = new QueryObserver(client, { queryKey: ['contract', 'list'], queryFn: fetchData });
  observer.subscribe(() => undefined)();
  const leave = observer.subscribe(() => undefined);
  await advance(1_000);
  const before = fetchData.mock.calls.length;
  streams[0]?.send('change', { topic: 'contract', ids: [2] });
  await advance(249);
  leave();
  await advance(10_000);
  expect(fetchData).toHaveBeenCalledTimes(before);
  observer.subscribe(() => undefined);
  await advance(0);
  expect(fetchData).toHaveBeenCalledTimes(before + 1);
});

test('a query is refetched after its first load if a change arrives during the load', async () => {
  startWatching();
  const contracts = await observeList('contract', 2_000);
  streams[0]?.send('change', { topic: 'contract', ids: [1] });
  await advance(1_000);
  expect(contracts).toHaveBeenCalledTimes(1);
  await advance(10_000);
  expect(contracts).toHaveBeenCalledTimes(2);
  expect(client.getQueryData(['contract', 'list'])).toBe(2);
});

test('a hidden tab closes its event stream; a tab that becomes visible again refetches all queries', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get');
  onTestFinished(() => hidden.mockRestore());
  const setVisible = (isSeen: boolean) => {
    hidden.mockReturnValue(!isSeen);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  startWatching();
  const contracts = await observeList('contract');
  await advance(30_000);
  expect(openStreams).toBe(1);
  setVisible(false);
  await advance(300_000);
  expect([openStreams, streams.length]).toEqual([0, 1]);
  setVisible(true);
  await advance(1_000);
  expect([openStreams, streams.length]).toEqual([1, 2]);
  expect(contracts).toHaveBeenCalledTimes(2);
  // switching to another tab and back several times
  for (const isSeen of [false, true, false, true, false, true]) setVisible(isSeen);
  await advance(2_000);
  expect(openStreams).toBe(1);
});

test('a change that arrives just before a sign-out causes no refetch after the sign-out', async () => {
  startWatching();
  const me = await observeList('me');
  await advance(1_000);
  streams[0]?.send('change', { topic: 'user', ids: [1] });
  await advance(100);
  clearTokens();
  await advance(1_000);
  expect(me).toHaveBeenCalledTimes(1);
});

test('all queries are refetched when the server sends a reload event', async () => {
  startWatching();
  const shown = [await observeList('contract'), await observeList('material')];
  await advance(1_000);
  streams[0]?.send('reload', {});
  await advance(1_000);
  for (const fetchData of shown) expect(fetchData).toHaveBeenCalledTimes(2);
});
