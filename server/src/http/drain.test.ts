import { Agent, type IncomingMessage, get as request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listPositions } from '@spichlerz/shared/wire/positions';
import { getMe } from '@spichlerz/shared/wire/session';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import { createPool } from '../db/pool.ts';
import { createPrinter } from '../print/printer.ts';
import { createTestDatabase } from '../testing/database.ts';
import { createTestUser } from '../testing/test-user.ts';
import { until } from '../testing/until.ts';
import { drain } from './drain.ts';

const log = pino({ level: 'silent' });
const config = {
  secret: 'a secret of tests, long enough to sign',
  trustProxy: false,
  passwordMaxAgeDays: undefined,
};

async function startServer() {
  const database = await createTestDatabase();
  const pool = createPool(database.target, 4, log);
  const printer = createPrinter();
  const shuttingDown = new AbortController();
  const app = await buildApp({
    config,
    pool,
    database: database.target,
    log,
    printer,
    shuttingDown: shuttingDown.signal,
  });
  onTestFinished(async () => {
    await app.close();
    await printer.close();
    await pool.end();
    await database.drop();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const user = await createTestUser({ app, pool, close: async () => undefined });
  const headers = { authorization: `Bearer ${user.token}` };
  const get = (path: string) => fetch(`http://127.0.0.1:${port}/api${path}`, { headers });
  const post = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { app, pool, port, shuttingDown, get, post };
}

it('a server that is shutting down is not ready, answers GET requests with 502 and still serves POST requests', async () => {
  const { shuttingDown, get, post } = await startServer();
  expect((await get('/ready')).status).toBe(200);
  expect((await get(getMe.path)).headers.get('connection')).toBe('keep-alive');
  shuttingDown.abort();
  const ready = await get('/ready');
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { success: false, result: { status: 'leaving' } },
  ]);
  expect((await get('/health')).status).toBe(200);
  const me = await get(getMe.path);
  expect([me.status, me.headers.get('connection')]).toEqual([502, 'close']);
  const list = await post(listPositions.path, {});
  expect([list.status, list.headers.get('connection')]).toEqual([200, 'close']);
});

it('closing a server first ends the live streams and finishes the running request', async () => {
  const { app, pool, get } = await startServer();
  const stream = await get('/events');
  // This request waits for the database until the lock is released.
  const holder = await pool.connect();
  await holder.query('begin; lock table row_total in access exclusive mode');
  const underWay = get('/ready');
  const isWaiting = async () => {
    const { rows } = await pool.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'");
    return rows.length > 0;
  };
  await until(isWaiting, 5_000);
  let isClosed = false;
  const close = async () => {
    await app.close();
    isClosed = true;
  };
  const closed = close();
  // The server ends the stream.
  expect(await stream.text()).toContain('retry: ');
  expect(isClosed).toBe(false);
  await holder.query('commit');
  holder.release();
  expect((await underWay).status).toBe(200);
  await closed;
  await expect(get('/health')).rejects.toThrow('fetch failed');
});

it('a draining server accepts no new connection, and serves existing connections until they close', async () => {
  const { app, port, shuttingDown, get } = await startServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const url = `http://127.0.0.1:${port}/api/health`;
      const answered = (response: IncomingMessage) => response.resume().on('end', () => resolve(response));
      request(url, { agent }, answered).on('error', reject);
    });
  await send();
  shuttingDown.abort();
  const drained = drain(app.server, 60_000);
  await expect(get('/health')).rejects.toThrow('fetch failed');
  const last = await send();
  expect([last.statusCode, last.headers.connection]).toEqual([200, 'close']);
  await drained;
  agent.destroy();
});
