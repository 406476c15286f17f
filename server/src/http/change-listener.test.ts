import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { clientConfigs, type DatabaseTarget } from '../db/database-target.ts';
import { withClient } from '../db/with-client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { until } from '../testing/until.ts';
import { type ChangeEvent, listenForChanges } from './change-listener.ts';

const log = pino({ level: 'fatal' });
let database: TestDatabase;

/**
 * A proxy between the listener and the database; while paused, it accepts connections and forwards nothing.
 */
type PausableProxy = {
  readonly target: DatabaseTarget;
  /** The number of accepted connections. */
  connections(): number;
  hang(): void;
  recover(): void;
  close(): void;
};

async function startProxy(): Promise<PausableProxy> {
  const [config] = clientConfigs(database.target);
  // pg parses every form of a database address. A host that is a folder means a Unix socket.
  const { host, port: number, user, password, database: name } = new Client(config);
  const place = host.startsWith('/')
    ? { path: path.join(host, `.s.PGSQL.${number}`) }
    : { host, port: number };
  let hangs = false;
  let connections = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    connections += 1;
    const far = connect(place);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('data', (data) => {
        if (!hangs) to.write(data);
      });
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = new URL(`postgres://127.0.0.1:${port}/${name}`);
  address.username = user ?? '';
  address.password = typeof password === 'string' ? password : '';
  return {
    target: address.href,
    connections: () => connections,
    hang: () => {
      hangs = true;
    },
    recover: () => {
      hangs = false;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

let proxy: PausableProxy;
let receivedEvents: ChangeEvent[];
let listenCount: number;
let listener: ReturnType<typeof listenForChanges> | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  proxy = await startProxy();
  receivedEvents = [];
  listenCount = 0;
});
afterEach(async () => {
  await listener?.stop();
  proxy.close();
});

const listen = () => {
  listener = listenForChanges({
    target: proxy.target,
    log,
    onEvent: (event) => receivedEvents.push(event),
    onListening: () => listenCount++,
    heartbeatMs: 300,
    timeoutMs: 200,
  });
};

const notify = (payload: string) =>
  withClient(database.target, (client) =>
    client.query(`select pg_notify('spichlerz_change', $1)`, [payload]),
  );

const change = { topic: 'contract', ids: [] };

it('the listener continues after a notification of an unknown format', async () => {
  listen();
  await until(() => listenCount === 1, 5_000);
  for (const payload of ['', 'no JSON', 'null', '{"topic":"user"}']) await notify(payload);
  await notify(JSON.stringify(change));
  await until(() => receivedEvents.length > 0, 5_000);
  expect(receivedEvents).toEqual([change]);
});

it('the listener detects a database that does not respond on an open connection, and reconnects', async () => {
  listen();
  await until(() => listenCount === 1, 5_000);
  proxy.hang();
  await until(() => proxy.connections() > 1, 10_000);
  proxy.recover();
  await until(() => listenCount === 2, 10_000);
  await notify(JSON.stringify(change));
  await until(() => receivedEvents.length > 0, 5_000);
});

it('the listener closes a connection that does not become ready, and connects again', async () => {
  proxy.hang();
  listen();
  await until(() => proxy.connections() > 1, 10_000);
  proxy.recover();
  await until(() => listenCount === 1, 10_000);
});

it('the listener can be stopped while the database does not respond', async () => {
  listen();
  await until(() => listenCount === 1, 5_000);
  proxy.hang();
  await listener?.stop();
  expect(listenCount).toBe(1);
});
