import { once, setMaxListeners } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { keysToCamel } from '@spichlerz/shared/wire/case';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { type Change, liveRefresh } from '../../web/src/api/live-refresh.ts';
import { option } from '../options.ts';
import { withBenchmarkData } from './benchmark-database.ts';
import { type Allocation, findAllocations } from './queries.ts';
import { createSignedInUser, type RunningServer, startApp } from './servers.ts';

/*
 * npm run bench:office -- [--people 50,200,500] [--scale tenth|full] [--seconds 60]
 * Simulates an office. Each user has one list open and acts every twelve seconds on average: 85 % of the
 * actions open another page of the list, 15 % change an allocation. Prints the 95th percentile of the pages'
 * response times with and without live changes. liveRefresh() of the web app handles the live changes.
 */

const scale = option('scale', 'tenth');
const people = option('people', '50,200,500').split(',').map(Number);
const ms = Number(option('seconds', '60')) * 1_000;

const ACTION_EVERY_MS = 12_000;
const WRITE_SHARE = 0.15;
/** The server's limit of streams per user (server/src/http/events.ts). */
const STREAMS_PER_USER = 10;

const LISTS = [
  {
    key: ['contract', 'list', 'purchase'],
    path: '/contract/get-purchase-list?raw_material_id=1&contract_status=NEW,ACTIVE',
  },
  {
    key: ['contract', 'list', 'sales'],
    path: '/contract/get-sales-list?raw_material_id=1&contract_status=NEW,ACTIVE',
  },
  { key: ['transport', 'list'], path: '/contract/get-transport-list?status=NEW,WAITING,ON_THE_WAY' },
  { key: ['allocation', 'list'], path: '/contract/allocation-list?' },
] as const;

type Figures = { readonly times: number[]; reads: number; writes: number };

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

async function send(server: RunningServer, token: string, path: string, body?: unknown): Promise<unknown> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sent = request({
    agent,
    host: '127.0.0.1',
    port: server.port,
    path: `/api${path}`,
    method: text === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    },
  });
  sent.end(text);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const reply = Buffer.concat(chunks).toString();
  if (response.statusCode !== 200) throw new Error(`${path} returned ${response.statusCode}: ${reply}`);
  return keysToCamel((JSON.parse(reply) as { result: unknown }).result);
}

/** Opens a stream and calls `onChange` for each live change until the signal aborts. */
async function readChanges(
  { port }: RunningServer,
  token: string,
  onChange: (change: Change) => void,
  signal: AbortSignal,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const stream = request({ host: '127.0.0.1', port, path: '/api/events', headers, signal }).end();
  stream.on('error', () => undefined);
  const [response] = (await once(stream, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  response.setEncoding('utf8').on('data', (text: string) => {
    for (const [, data] of text.matchAll(/^event: change\ndata: (.*)$/gm))
      onChange(JSON.parse(data ?? '') as Change);
  });
}

type Office = {
  readonly server: RunningServer;
  readonly allocations: readonly Allocation[];
  readonly figures: Figures;
  readonly signal: AbortSignal;
};

async function work(
  { server, allocations, figures, signal }: Office,
  token: string,
  number: number,
  isLive: boolean,
) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const list = LISTS[number % LISTS.length] ?? LISTS[0];
  const optionsOf = (page: number) => ({
    queryKey: [...list.key, page],
    queryFn: () => {
      figures.reads += 1;
      return send(server, token, `${list.path}&limit=25&offset=${page * 25}`);
    },
  });
  const observer = new QueryObserver(client, optionsOf(0));
  const leave = observer.subscribe(() => undefined);
  if (isLive) {
    const refresh = liveRefresh(client, () => !signal.aborted);
    await readChanges(server, token, refresh.change, signal);
  }
  await wait(Math.random() * ACTION_EVERY_MS, undefined, { signal }).catch(() => undefined);
  for (let turn = 0; !signal.aborted; turn += 1) {
    if (Math.random() < WRITE_SHARE) {
      const { purchaseId, salesId } = allocations[(number * 7 + turn) % allocations.length] ?? {
        purchaseId: 0,
        salesId: 0,
      };
      figures.writes += 1;
      await send(server, token, `/contract/allocate-contract/${salesId}`, {
        purchase_id: purchaseId,
        cargo_quantity: 1_000 + (turn % 2),
      });
      await client.invalidateQueries();
    } else {
      const began = performance.now();
      observer.setOptions(optionsOf(Math.floor(Math.random() * 20)));
      await observer.refetch({ cancelRefetch: false });
      figures.times.push(performance.now() - began);
    }
    await wait(ACTION_EVERY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
  }
  leave();
  client.clear();
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

await withBenchmarkData(scale, async ({ pool, url }) => {
  const server = await startApp(url, pool);
  const allocations = await findAllocations(pool, 500);
  for (const count of people) {
    const tokens = await Promise.all(
      Array.from({ length: Math.ceil(count / STREAMS_PER_USER) }, (_, n) =>
        createSignedInUser(pool, server, `biuro${n}@spichlerz.test`),
      ),
    );
    for (const isLive of [false, true]) {
      const end = new AbortController();
      // All users listen to the same signal. More than ten listeners would print a warning.
      setMaxListeners(0, end.signal);
      const figures: Figures = { times: [], reads: 0, writes: 0 };
      const office = { server, allocations, figures, signal: end.signal };
      const working = Array.from({ length: count }, (_, n) =>
        work(office, tokens[Math.floor(n / STREAMS_PER_USER)] ?? '', n, isLive),
      );
      await wait(ms);
      end.abort();
      await Promise.all(working);
      const seconds = ms / 1_000;
      console.log(
        `${count} people, live changes ${isLive ? 'on ' : 'off'}: p95 of a page ${percentile(figures.times, 0.95).toFixed(0)} ms, ` +
          `median ${percentile(figures.times, 0.5).toFixed(0)} ms, ${(figures.reads / seconds).toFixed(1)} reads and ` +
          `${(figures.writes / seconds).toFixed(1)} writes a second`,
      );
    }
  }
  await server.stop();
});
