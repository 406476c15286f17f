import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { type PostgresServer, startPostgres, startStandby } from '../testing/postgres-server.ts';
import { until } from '../testing/until.ts';
import { createPool } from './pool.ts';
import { withClient } from './with-client.ts';

/*
 * The tests run a primary and a standby that replicates it. New connections go to the primary, whatever the
 * order of the hosts in the URL, and to the new primary after a failover.
 */

const folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-primary-'));
const log = pino({ level: 'silent' });
let primary: PostgresServer;
let standby: PostgresServer;

beforeAll(async () => {
  primary = await startPostgres(path.join(folder, 'primary'));
  await primary.query('create table kept (id int primary key)');
  standby = await startStandby(primary, path.join(folder, 'standby'));
});
afterAll(async () => {
  await standby.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const addressOf = (...ports: number[]) =>
  `postgres://app@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/spichlerz`;

it('a new connection goes to the primary, at whichever position the URL lists its host', async () => {
  const nobody = await freePort();
  for (const ports of [
    [primary.port, standby.port],
    [standby.port, primary.port],
    [nobody, standby.port, primary.port],
  ]) {
    const port = await withClient(addressOf(...ports), async (client) => {
      const { rows } = await client.query<{ port: string }>(`select current_setting('port') as port`);
      return Number(rows[0]?.port);
    });
    expect(port).toBe(primary.port);
  }
});

it('connecting throws NoPrimaryError with the reason of each host when no host of the URL is a primary', async () => {
  const nobody = await freePort();
  const connecting = withClient(addressOf(standby.port, nobody), (client) => client.query('select 1'));
  const reasons = [
    `127.0.0.1:${standby.port}: it is a standby`,
    `127.0.0.1:${nobody}: connect ECONNREFUSED 127.0.0.1:${nobody}`,
  ];
  const rejection = {
    name: 'NoPrimaryError',
    message: `No database server takes writes (${reasons.join('; ')})`,
  };
  await expect(connecting).rejects.toMatchObject(rejection);
});

it('a pool that has lost its primary uses the standby once the standby is promoted', async () => {
  const pool = createPool(addressOf(primary.port, standby.port), 4, log);
  const write = (id: number) => pool.query('insert into kept values ($1)', [id]);
  try {
    await Promise.all([1, 2, 3, 4].map(write));
    await until(async () => (await standby.query('select id from kept')).length === 4, 10_000);
    await primary.kill();
    await expect(write(5)).rejects.toBeInstanceOf(Error);
    await standby.query('select pg_promote()');
    await until(
      () =>
        write(6).then(
          () => true,
          () => false,
        ),
      10_000,
    );
    const { rows } = await pool.query('select id from kept order by id');
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 6]);
  } finally {
    await pool.end();
  }
});
