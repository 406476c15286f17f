import { closeSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ensureDirectory } from '../../ensure-directory.ts';
import { errorMessage } from '../../error-message.ts';
import { withClient } from '../with-client.ts';
import { archiveSettings, ensureWalDirectory, recoverySettings } from './archive.ts';
import { type Account, changeOwner, chooseAccount } from './choose-account.ts';
import type { Engine, EngineConnection } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { findBinaries } from './find-binaries.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { initCluster } from './init-cluster.ts';
import { type ServerLog, serverLog } from './server-log.ts';
import { spawnWithWatchdog, type WatchedProcess } from './spawn-with-watchdog.ts';
import { waitForPreviousServer } from './wait-for-previous-server.ts';

export type EngineOptions = {
  dataDir: string;
  log: Logger;
  /** Whether commits wait for the disk; false in tests only. */
  durable?: boolean;
  /** The number of connections that the program opens at once. */
  poolSize?: number | undefined;
  /** BACKUP_DIR: the WAL is archived there. */
  backupDir?: string | undefined;
  /**
   * Set when the folder contains a copy from BACKUP_DIR: the WAL is replayed first, to its end or to a
   * moment.
   */
  recover?: { to: string | undefined };
};

// PostgreSQL cannot open the files of another major version, so the folder's name contains it.
export const clusterName = 'pg18';
const port = 5432;
const user = 'app';
const database = 'spichlerz';
// The operating system's limit for the path of a socket: 103 bytes on macOS, 107 on Linux.
const maxSocketPathBytes = 103;
const maxRestartDelayMs = 10_000;
const stableAfterMs = 60_000;

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '256MB',
  fsync: 'on',
  lc_messages: 'C',
  timezone: 'Europe/Warsaw',
  log_timezone: 'Europe/Warsaw',
  log_checkpoints: 'off',
  // Rejected rows contain personal data; the log file names the constraint only.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const minConnections = 100;
/**
 * Connections for live changes, backups and an administrator's queries while the pool uses all of its own
 * connections.
 */
const reservedConnections = 20;

const nonDurableSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts the bundled PostgreSQL on a data folder. Restarts it when it exits unexpectedly, until `stop` is
 * called.
 */
export const startEngine = async (options: EngineOptions): Promise<Engine> => {
  const { dataDir, log, durable = true, poolSize = 0, backupDir, recover } = options;
  if (process.platform === 'win32') {
    throw new EngineError(
      'The built-in database runs on Linux and macOS; on Windows set DATABASE_URL or use WSL',
    );
  }
  const { folder, lock } = await lockDataDirectory(dataDir);
  let sockets: string | undefined;
  try {
    const binaries = findBinaries();
    const cluster = path.join(folder, clusterName);
    const account = chooseAccount(folder, cluster, binaries.postgres);
    const output = serverLog(folder);
    await withOutput(output, (descriptor) =>
      initCluster({ dataDir: folder, cluster, binaries, account, user, durable, output: descriptor }),
    );
    await waitForPreviousServer(cluster);
    sockets = createSocketDirectory(folder, account);
    if (backupDir !== undefined) changeOwner(account, ensureWalDirectory(backupDir));
    const all = {
      ...settings,
      max_connections: String(Math.max(minConnections, poolSize + reservedConnections)),
      ...(durable ? {} : nonDurableSettings),
      ...(backupDir !== undefined && archiveSettings(backupDir)),
      ...(backupDir !== undefined && recover !== undefined && recoverySettings(backupDir, recover.to)),
    };
    const command = [
      binaries.postgres,
      ...Object.entries({ D: cluster, p: String(port), k: sockets }).flatMap(([name, value]) => [
        `-${name}`,
        value,
      ]),
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    const connection = { host: sockets, port, user, database };
    const launch = async (): Promise<WatchedProcess> => {
      const unrelatedPid = await waitForPreviousServer(cluster);
      const env = unrelatedPid === undefined ? {} : { PG_GRANDPARENT_PID: String(unrelatedPid) };
      return withOutput(output, (descriptor) => spawnWithWatchdog(command, account, descriptor, env));
    };
    const server = await supervise({ launch, connection, output, log });
    const stop = async (): Promise<void> => {
      await server.stop();
      rmSync(connection.host, { recursive: true, force: true });
      lock.release();
    };
    let stopped: Promise<void> | undefined;
    return {
      connection,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    if (sockets !== undefined) rmSync(sockets, { recursive: true, force: true });
    lock.release();
    throw error;
  }
};

const lockDataDirectory = async (dataDir: string): Promise<{ folder: string; lock: FolderLock }> => {
  try {
    ensureDirectory(dataDir);
    const folder = realpathSync(dataDir);
    return { folder, lock: await lockFolder(folder) };
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw new EngineError(`The data folder cannot be used: ${errorMessage(error)}`);
  }
};

const createSocketDirectory = (folder: string, account: Account): string => {
  const inside = path.join(folder, 'socket');
  rmSync(inside, { recursive: true, force: true });
  const sockets = fitsSocketPath(inside)
    ? inside
    : mkdtempSync(path.join(shortTemporaryDirectory(), 'spichlerz-'));
  ensureDirectory(sockets);
  changeOwner(account, sockets);
  return sockets;
};

const shortTemporaryDirectory = (): string =>
  fitsSocketPath(path.join(tmpdir(), 'spichlerz-XXXXXX')) ? tmpdir() : '/tmp';

const fitsSocketPath = (folder: string): boolean =>
  Buffer.byteLength(path.join(folder, `.s.PGSQL.${port}`)) <= maxSocketPathBytes;

const withOutput = async <T>(output: ServerLog, run: (descriptor: number) => T | Promise<T>): Promise<T> => {
  const descriptor = output.open();
  try {
    return await run(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

type SupervisedServer = {
  launch: () => Promise<WatchedProcess>;
  connection: EngineConnection;
  output: ServerLog;
  log: Logger;
};

const supervise = async (supervised: SupervisedServer): Promise<Omit<Engine, 'connection'>> => {
  const { launch, connection, output, log } = supervised;
  const stopping = new AbortController();
  let server: WatchedProcess | undefined;

  const start = async (): Promise<void> => {
    server = await launch();
    if (stopping.signal.aborted) server.end();
    if (!(await isReady(server, connection))) throw new EngineError(startFailureMessage(output));
  };

  const keepRunning = async (): Promise<void> => {
    for (;;) {
      const began = performance.now();
      await server?.exited;
      if (stopping.signal.aborted) return;
      log.error({ reason: output.lastFailure() }, 'PostgreSQL exited unexpectedly and is restarted');
      if (!(await startAgain(performance.now() - began))) return;
    }
  };

  let pause = 0;
  const startAgain = async (lived: number): Promise<boolean> => {
    if (lived > stableAfterMs) pause = 0;
    while (!stopping.signal.aborted) {
      pause = Math.min(maxRestartDelayMs, Math.max(100, pause * 2));
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return false;
      try {
        await start();
        log.info('PostgreSQL runs again');
        return true;
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error }, 'PostgreSQL could not be started again');
      }
    }
    return false;
  };

  await retryFirstStart(start);
  await createDatabase(connection).catch(async (error: unknown) => {
    server?.end();
    await server?.exited;
    throw error;
  });
  const kept = keepRunning();

  return {
    stop: async () => {
      stopping.abort();
      server?.end();
      await kept;
      await server?.exited;
    },
  };
};

const firstStartTimeoutMs = 15_000;

// A retry is needed, because the workers of a killed PostgreSQL keep its shared memory for a moment.
const retryFirstStart = async (start: () => Promise<void>): Promise<void> => {
  const deadline = performance.now() + firstStartTimeoutMs;
  for (;;) {
    try {
      await start();
      return;
    } catch (error) {
      const passing = error instanceof EngineError && /still in use|lock file/.test(error.message);
      if (!passing || performance.now() > deadline) throw error;
      await sleep(200);
    }
  }
};

const startFailureMessage = (output: ServerLog): string =>
  `The built-in PostgreSQL did not start: ${output.lastFailure() ?? 'it wrote no reason'} (${output.file})`;

/** Returns true once a client can connect, which is after recovery; false if the server ended before. */
const isReady = async (server: WatchedProcess, connection: EngineConnection): Promise<boolean> => {
  while (!server.hasExited()) {
    try {
      await withClient({ ...connection, database: 'postgres' }, (client) => client.query('select 1'));
      return true;
    } catch {
      await sleep(20);
    }
  }
  return false;
};

const createDatabase = (connection: EngineConnection): Promise<void> =>
  withClient({ ...connection, database: 'postgres' }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  });
