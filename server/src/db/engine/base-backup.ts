import { copyFile, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseTarget } from '../database-target.ts';
import { withClient } from '../with-client.ts';

// PostgreSQL recreates the contents of these folders; copied contents would be wrong on the restored server.
const emptiedDirectories = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const excludedNames =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label|standby\.signal)$/;

/**
 * Copies the folder of a running PostgreSQL, with PostgreSQL's low-level backup API. The copy is usable
 * only with the WAL written since it began.
 */
export const takeBaseBackup = async (
  target: DatabaseTarget,
  cluster: string,
  destination: string,
  { waitForArchive }: { waitForArchive: boolean },
): Promise<void> => {
  await withClient(target, async (client) => {
    await client.query(`select pg_backup_start('spichlerz', fast => true)`);
    await copyFolder(cluster, destination, 0);
    await mkdir(path.join(destination, 'pg_wal'), { recursive: true, mode: 0o700 });
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => $1)',
      [waitForArchive],
    );
    for (const { label } of rows) await writeFile(path.join(destination, 'backup_label'), label);
  });
};

const copyFolder = async (from: string, to: string, depth: number): Promise<void> => {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, copy] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (excludedNames.test(entry.name)) continue;
    if (!entry.isDirectory()) await copyIfExists(source, copy);
    else if (depth === 0 && emptiedDirectories.has(entry.name)) await mkdir(copy, { mode: 0o700 });
    else await copyFolder(source, copy, depth + 1);
  }
};

/** Skips a file that the server deletes during the copy, because replaying the WAL would delete it too. */
const copyIfExists = async (source: string, copy: string): Promise<void> => {
  try {
    await copyFile(source, copy);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  const file = await open(copy, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};
