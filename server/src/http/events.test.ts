import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { refreshSession, signIn, signOut } from '@spichlerz/shared/wire/session';
import { changePassword, changeUser } from '@spichlerz/shared/wire/users';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { createPool } from '../db/pool.ts';
import { createPrinter } from '../print/printer.ts';
import { startTestApp } from '../testing/app.ts';
import { call, failureOf } from '../testing/call.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { makeContract, makeMaterial } from '../testing/make.ts';
import { createTestUser, STRONG_PASSWORD, TEST_PASSWORD, type TestUser } from '../testing/test-user.ts';
import { until } from '../testing/until.ts';

/** One of two servers on one database. A change on one server is sent to the clients of the other. */
type Server = { app: Awaited<ReturnType<typeof buildApp>>; pool: ReturnType<typeof createPool>; url: string };

let database: TestDatabase;
let serverA: Server;
let serverB: Server;
const log = pino({ level: 'fatal' });

async function startServer(): Promise<Server> {
  const pool = createPool(database.target, 6, log);
  const config = {
    secret: 'the same secret on both servers, long enough',
    trustProxy: false,
    passwordMaxAgeDays: undefined,
  };
  const app = await buildApp({ config, pool, database: database.target, log, printer: createPrinter() });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, pool, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

beforeAll(async () => {
  database = await createTestDatabase();
  serverA = await startServer();
  serverB = await startServer();
});
afterAll(async () => {
  for (const server of [serverA, serverB]) {
    await server.app.close();
    await server.pool.end();
  }
  await database.drop();
});

/** Opens the stream of changes; `text` returns what has arrived so far. */
async function openStream(server: Server, user: Pick<TestUser, 'token'>) {
  const abort = new AbortController();
  const response = await fetch(`${server.url}/api/events`, {
    headers: { authorization: `Bearer ${user.token}` },
    signal: abort.signal,
  });
  let text = '';
  let isOver = false;
  const read = async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const part = await reader?.read().catch(() => ({ done: true as const, value: undefined }));
      if (part === undefined || part.done) break;
      text += part.value;
    }
    isOver = true;
  };
  void read();
  return { text: () => text, isOver: () => isOver, stop: () => abort.abort() };
}

const asTestApp = (server: Server) => ({ app: server.app, pool: server.pool, close: async () => undefined });

it('a change made through one server reaches the clients of another server within a second', async () => {
  const writer = await createTestUser(asTestApp(serverA));
  const reader = await createTestUser(asTestApp(serverB));
  const material = await makeMaterial(await createTestUser(asTestApp(serverA), 'ADMIN'));
  const stream = await openStream(serverB, reader);
  await makeContract(writer, 'purchase', material);
  await until(() => stream.text().includes('"topic":"contract"'));
  stream.stop();
});

it('the end of a session is sent as a session event, not as a user event', async () => {
  const [leaver, witness] = [
    await createTestUser(asTestApp(serverA)),
    await createTestUser(asTestApp(serverB)),
  ];
  const [own, other] = [await openStream(serverB, leaver), await openStream(serverB, witness)];
  await leaver.call(signOut, {});
  await until(() => own.isOver() && other.text().includes('"topic":"session"'), 2_500);
  expect(own.text()).toContain('event: over');
  expect(other.text()).not.toContain('"topic":"user"');
  other.stop();
});

it('a password change sends a user event and a session event, and keeps the stream of the current session open', async () => {
  const user = await createTestUser(asTestApp(serverA));
  const stream = await openStream(serverB, user);
  const body = { oldPassword: TEST_PASSWORD, newPassword: STRONG_PASSWORD };
  await user.call(changePassword, { body });
  await until(() => stream.text().includes('"topic":"user"'));
  expect(stream.text()).toContain('"topic":"session"');
  expect(stream.isOver()).toBe(false);
  stream.stop();
});

describe('a new stream', () => {
  const clock = vi.spyOn(performance, 'now');
  const laterBy = (milliseconds: number) => {
    const now = performance.now();
    clock.mockImplementation(() => now + milliseconds);
  };
  afterEach(() => clock.mockReset());

  it('starts with the changes of the last seconds, which its client may have missed', async () => {
    const user = await createTestUser(asTestApp(serverB));
    const material = await makeMaterial(await createTestUser(asTestApp(serverA), 'ADMIN'));
    laterBy(60_000);
    const witness = await openStream(serverB, user);
    const contract = await makeContract(await createTestUser(asTestApp(serverA)), 'sales', material);
    const event = `event: change\ndata: {"topic":"contract","ids":[${contract}]}\n\n`;
    await until(() => witness.text().includes(event));
    const late = await openStream(serverB, user);
    await until(() => late.text().includes(event));
    expect(late.text()).not.toContain('reload');
    for (const stream of [witness, late]) stream.stop();
  });

  it('starts empty without recent changes', async () => {
    const user = await createTestUser(asTestApp(serverB));
    laterBy(120_000);
    const stream = await openStream(serverB, user);
    await until(() => stream.text() !== '');
    expect(stream.text()).toBe('retry: 2000\n\n');
    stream.stop();
  });

  it('starts with a reload event when its server has just begun to listen for changes', async () => {
    const user = await createTestUser(asTestApp(serverA));
    const young = await startServer();
    const stream = await openStream(young, user);
    await until(() => stream.text().includes('event: reload'));
    await young.app.close();
    await young.pool.end();
  });
});

it('the stream of a user who is disabled ends on every server', async () => {
  const admin = await createTestUser(asTestApp(serverA), 'ADMIN');
  const user = await createTestUser(asTestApp(serverB));
  const stream = await openStream(serverB, user);
  const body = { email: user.email, firstName: 'Jan', lastName: 'Były', active: false };
  await admin.call(changeUser, { params: { id: user.id }, body });
  await until(() => stream.isOver(), 2_500);
  const reply = await serverB.app.inject({
    url: '/api/auth/me',
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect(reply.statusCode).toBe(401);
});

it('the stream of a disabled user ends even when more users changed than fit into one notification', async () => {
  const user = await createTestUser(asTestApp(serverB));
  const stream = await openStream(serverB, user);
  await serverA.pool.query('update app_user set active = false where id = $1', [user.id]);
  await serverA.pool.query(
    "insert into change_event (topic, ids) select 'user', array_agg(n) from generate_series(1, 20000) n",
  );
  await until(() => stream.isOver(), 2_500);
});

it('the reuse of a used refresh token ends the stream of the session on every server', async () => {
  const { email } = await createTestUser(asTestApp(serverA));
  const session = await call(serverA.app, signIn, { body: { email, password: TEST_PASSWORD } });
  const stream = await openStream(serverB, session);
  const refresh = () => call(serverA.app, refreshSession, { body: { refreshToken: session.refreshToken } });
  await refresh();
  await serverA.pool.query(
    `update refresh_token set used_at = used_at - interval '1 minute' where used_at is not null`,
  );
  expect(await failureOf(refresh())).toMatchObject({ status: 401 });
  await until(() => stream.isOver(), 2_500);
});

/** Inserts `changes` events, each with its own notification. */
async function insertChanges(topic: string, changes: number): Promise<void> {
  await serverA.pool.query(
    `insert into change_event (topic, ids) select $1 || n, '{}' from generate_series(1, $2::int) n`,
    [topic, changes],
  );
}

it('the server keeps working after it has closed the stream of a client that does not read', async () => {
  const [user, reader] = [await createTestUser(asTestApp(serverB)), await createTestUser(asTestApp(serverB))];
  const { port } = serverB.app.server.address() as AddressInfo;
  const [client, [stuck]] = [connect(port, '127.0.0.1'), await once(serverB.app.server, 'connection')];
  onTestFinished(() => void client.destroy());
  client.write(`GET /api/events HTTP/1.1\r\nHost: spichlerz\r\nAuthorization: Bearer ${user.token}\r\n\r\n`);
  await once(client, 'data');
  client.pause();
  // Sends changes until the network buffers are full and data waits in the server.
  while (stuck.writableLength === 0) {
    const before = stuck.bytesWritten;
    await insertChanges('x'.repeat(7_000), 100);
    await until(() => stuck.bytesWritten > before + 700_000, 5_000);
  }
  const witness = await openStream(serverB, reader);
  onTestFinished(() => witness.stop());
  await user.call(signOut, {});
  const headers = { authorization: `Bearer ${user.token}` };
  await until(async () => (await serverB.app.inject({ url: '/api/auth/me', headers })).statusCode === 401);
  for (const topic of ['once more', 'and again']) {
    await insertChanges(topic, 2);
    await until(() => witness.text().includes(topic));
  }
  expect((await fetch(`${serverB.url}/api/health`)).status).toBe(200);
});

it('a stream requires a sign-in', async () => {
  expect((await fetch(`${serverA.url}/api/events`)).status).toBe(401);
});

it('the server keeps no stream of a client that disconnected before the stream started', async () => {
  const server = await startTestApp({ metricsToken: 'a token of the one who reads metrics' });
  onTestFinished(() => server.close());
  const user = await createTestUser(server);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const streams = async () => {
    const headers = { authorization: 'Bearer a token of the one who reads metrics' };
    const { body } = await server.app.inject({ url: '/api/metrics', headers });
    return /^spichlerz_live_streams (\d+)$/m.exec(body)?.[1];
  };
  const holder = await server.pool.connect();
  await holder.query('begin; lock table session');
  const client = connect(port, '127.0.0.1');
  client.write(`GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${user.token}\r\n\r\n`);
  const isAsked = async () => {
    const { rows } = await holder.query('select from pg_locks where not granted and database is not null');
    return rows.length > 0;
  };
  await until(isAsked, 5_000);
  client.resetAndDestroy();
  const connections = () =>
    new Promise<number>((resolve) => server.app.server.getConnections((_, count) => resolve(count)));
  await until(async () => (await connections()) === 0, 5_000);
  await holder.query('commit');
  holder.release();
  // Authentication is finished when all connections are idle.
  await until(() => server.pool.idleCount === server.pool.totalCount, 5_000);
  expect(await streams()).toBe('0');
});
