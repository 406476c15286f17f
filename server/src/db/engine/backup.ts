import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { ensureDirectory } from '../../ensure-directory.ts';
import { errorMessage } from '../../error-message.ts';
import { withClient } from '../with-client.ts';
import { ensureWalDirectory } from './archive.ts';
import { takeBaseBackup } from './base-backup.ts';
import type { Engine, EngineConnection } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { lockFolder } from './folder-lock.ts';
import { clusterName, startEngine } from './start-engine.ts';

/*
 * Copies of the built-in database in BACKUP_DIR, with its archived WAL. A copy is named after the Warsaw time
 * at which it was finished, so that names sort by time.
 */

type BackupOptions = { dataDir: string; backupDir: string; log: Logger; durable?: boolean };

const copyNamePattern = /^base-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;

/** Copies the database, even while a server uses it; returns the folder of the copy. */
export const makeBackup = async (folders: BackupOptions): Promise<string> => {
  const { dataDir, backupDir } = folders;
  ensureWalDirectory(backupDir);
  const running = await findRunningServer(dataDir);
  const engine = running === undefined ? await startEngine(folders) : undefined;
  try {
    const connection = running ?? (engine as Engine).connection;
    if ((await queryValue(connection, `current_setting('archive_mode')`)) !== 'on')
      throw new EngineError('The server does not archive its write-ahead log; start it with BACKUP_DIR set');
    const draft = path.join(backupDir, `base.new-${process.pid}`);
    try {
      await takeBaseBackup(connection, path.join(dataDir, clusterName), draft, { waitForArchive: true });
      const moment = await queryValue(connection, `to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24-MI-SS')`);
      const copy = path.join(backupDir, `base-${moment}`);
      renameSync(draft, copy);
      return copy;
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  } finally {
    await engine?.stop();
  }
};

/**
 * Restores the database to a moment (`YYYY-MM-DD HH:MM[:SS]`, Warsaw time), or to the end of the WAL. The
 * current database is moved aside and not deleted. After a restore to a moment the database is copied again,
 * because PostgreSQL cannot continue from copies that were made after this moment.
 * @returns the path to which the replaced database was moved
 */
export const restoreBackup = async (folders: BackupOptions, to: string | undefined): Promise<string> => {
  const { dataDir, backupDir } = folders;
  const copy = latestCopyBefore(backupDir, to);
  ensureDirectory(dataDir);
  const cluster = path.join(dataDir, clusterName);
  const aside = `${cluster}.before-restore-${Date.now()}`;
  const putBack = () => {
    rmSync(cluster, { recursive: true, force: true });
    if (existsSync(aside)) renameSync(aside, cluster);
  };
  const lock = await lockFolder(dataDir);
  try {
    if (existsSync(cluster)) renameSync(cluster, aside);
    try {
      prepareCluster(copy, cluster, aside);
    } catch (error) {
      // Without this, a later start would use the incomplete copy as the database.
      putBack();
      throw error;
    }
  } finally {
    lock.release();
  }
  const engine = await startEngine({ ...folders, recover: { to } }).catch((error: unknown) => {
    putBack();
    throw error;
  });
  try {
    if (to !== undefined) await makeBackup(folders);
  } catch (error) {
    throw new EngineError(
      `The database was restored, but not backed up again (${errorMessage(error)}). Run npm run backup.`,
    );
  } finally {
    await engine.stop();
  }
  return aside;
};

/** Prepares a cluster for recovery: the copy, and the WAL segments that were not archived. */
const prepareCluster = (copy: string, cluster: string, aside: string): void => {
  // PostgreSQL requires a private folder; not every Node version copies folder modes.
  mkdirSync(cluster, { mode: 0o700 });
  // This file is written first, so that an interrupted restore can be detected (replaced-clusters.ts).
  writeFileSync(path.join(cluster, 'recovery.signal'), '');
  cpSync(copy, cluster, { recursive: true });
  // The last WAL segments may not have been archived when the server stopped.
  const unarchived = path.join(aside, 'pg_wal');
  if (existsSync(unarchived)) cpSync(unarchived, path.join(cluster, 'pg_wal'), { recursive: true });
};

const latestCopyBefore = (backupDir: string, to: string | undefined): string => {
  const latest = to === undefined ? '~' : `base-${to.replace(' ', 'T').replaceAll(':', '-')}`;
  const copies = existsSync(backupDir)
    ? readdirSync(backupDir).filter((name) => copyNamePattern.test(name))
    : [];
  const found = copies.toSorted().findLast((name) => name <= latest);
  if (found === undefined)
    throw new EngineError(
      `There is no backup in ${backupDir}${to === undefined ? '' : ` from before ${to}`}`,
    );
  return path.join(backupDir, found);
};

/** The connection to a running server, read from its lock file. */
const findRunningServer = async (dataDir: string): Promise<EngineConnection | undefined> => {
  const file = path.join(dataDir, clusterName, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [, , , port, host = ''] = readFileSync(file, 'utf8').split('\n');
  const connection = { host, port: Number(port), user: 'app', database: 'spichlerz' };
  const isRunning = await queryValue(connection, `'yes'`).catch(() => undefined);
  return isRunning === undefined ? undefined : connection;
};

const queryValue = (connection: EngineConnection, expression: string): Promise<string | undefined> =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ value: string }>(`select ${expression} as value`);
    return rows[0]?.value;
  });
