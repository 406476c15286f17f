import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { takeBaseBackup } from '../db/engine/base-backup.ts';
import { type Account, changeOwner, chooseAccount } from '../db/engine/choose-account.ts';
import { type Binaries, findBinaries } from '../db/engine/find-binaries.ts';
import { spawnWithWatchdog, type WatchedProcess } from '../db/engine/spawn-with-watchdog.ts';
import { withClient } from '../db/with-client.ts';
import { freePort } from './free-port.ts';

/*
 * A PostgreSQL server over TCP that a test can kill, copy to a standby and promote. By default it syncs to
 * disk, so acknowledged writes are durable.
 */

const START_TIMEOUT_MS = 60_000;
const DATABASE = 'spichlerz';

export type PostgresServer = {
  readonly folder: string;
  readonly port: number;
  /** The URL in the form of DATABASE_URL. */
  readonly address: string;
  start(): Promise<void>;
  /** Kills the postmaster with SIGKILL. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Appends lines to postgresql.auto.conf, which apply from the next start. */
  set(settings: Readonly<Record<string, string>>): void;
};

type Options = { binaries?: Binaries; settings?: Readonly<Record<string, string>> };

/** Creates and starts an empty server with the database `spichlerz`. */
export async function startPostgres(folder: string, options: Options = {}): Promise<PostgresServer> {
  const binaries = options.binaries ?? findBinaries();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const cluster = path.join(folder, 'cluster');
  const account = chooseAccount(folder, cluster, binaries.postgres);
  mkdirSync(cluster, { mode: 0o700 });
  changeOwner(account, cluster);
  const init = [binaries.initdb, '-D', cluster, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  const made = spawnWithLog(folder, [...init, '--no-sync', '--no-instructions'], account);
  if ((await made.exited) !== 0) throw new Error(`initdb failed, see ${folder}/server.log`);
  const server = await postgresServer(folder, binaries, account);
  server.set(options.settings ?? {});
  await server.start();
  await withClient(`${serverUrl(server)}/postgres`, (client) => client.query(`create database ${DATABASE}`));
  return server;
}

/** Creates and starts a streaming standby of a running server. */
export async function startStandby(
  primary: PostgresServer,
  folder: string,
  binaries: Binaries = findBinaries(),
): Promise<PostgresServer> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const cluster = path.join(folder, 'cluster');
  await takeBaseBackup(`${serverUrl(primary)}/postgres`, path.join(primary.folder, 'cluster'), cluster, {
    waitForArchive: false,
  });
  writeFileSync(path.join(cluster, 'standby.signal'), '');
  const account = chooseAccount(folder, cluster, binaries.postgres);
  changeOwner(account, cluster);
  const standby = await postgresServer(folder, binaries, account);
  standby.set({
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=app application_name=standby`,
    synchronous_standby_names: '',
  });
  await standby.start();
  return standby;
}

const serverUrl = ({ port }: { port: number }) => `postgres://app@127.0.0.1:${port}`;

async function postgresServer(folder: string, binaries: Binaries, account: Account): Promise<PostgresServer> {
  const cluster = path.join(folder, 'cluster');
  const port = await freePort();
  const address = `${serverUrl({ port })}/${DATABASE}`;
  let running: WatchedProcess | undefined;

  const launch = () => {
    const settings = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      log_checkpoints: 'off',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    running = spawnWithLog(folder, [binaries.postgres, '-D', cluster, ...options], account);
  };
  return {
    folder,
    port,
    address,
    async start() {
      launch();
      const deadline = Date.now() + START_TIMEOUT_MS;
      while (!(await acceptsConnections(port))) {
        if (Date.now() > deadline) throw new Error(`PostgreSQL did not start, see ${folder}/server.log`);
        // the workers of a killed server keep its shared memory for a moment, and the start fails until then
        if (running?.hasExited()) launch();
        await wait(50);
      }
    },
    async kill() {
      const [pid = ''] = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await running?.exited;
    },
    async stop() {
      running?.end();
      await running?.exited;
    },
    query: (sql, values) =>
      withClient(address, async (client) => (await client.query(sql, values)).rows as never),
    set(settings) {
      const lines = Object.entries(settings).map(
        ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
      );
      writeFileSync(path.join(cluster, 'postgresql.auto.conf'), lines.join(''), { flag: 'a' });
    },
  };
}

/** Returns true once the server accepts connections; a standby does so during replication. */
async function acceptsConnections(port: number): Promise<boolean> {
  const connecting = withClient(`${serverUrl({ port })}/postgres`, (client) => client.query('select 1'));
  return connecting.then(
    () => true,
    () => false,
  );
}

function spawnWithLog(folder: string, command: readonly string[], account: Account): WatchedProcess {
  const log = openSync(path.join(folder, 'server.log'), 'a', 0o600);
  try {
    return spawnWithWatchdog(command, account, log);
  } finally {
    closeSync(log);
  }
}
