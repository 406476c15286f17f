import path from 'node:path';
import { pino } from 'pino';
import { ConfigError, readConfig } from '../config.ts';
import { makeBackup, restoreBackup } from '../db/engine/backup.ts';
import { EngineError } from '../db/engine/engine-error.ts';
import { listReplacedClusters, removeReplacedCluster } from '../db/engine/replaced-clusters.ts';
import { failCommand } from './fail-command.ts';
import { isRestoreCommand } from './restore-arguments.ts';
import { loadSettings } from './with-database.ts';

/*
 * npm run backup: copies the built-in database to BACKUP_DIR, even while the server runs.
 * npm run restore "2026-11-21 12:00" | latest: restores the database to that moment; stop the server first.
 * npm run restore list | remove NAME: lists or removes the database folders that restores replaced.
 */

const RESTORE_USAGE =
  'Type npm run restore "2026-11-21 12:00" (the clock of Warsaw), npm run restore latest, npm run restore list or npm run restore remove NAME';

class UsageError extends Error {
  override name = 'UsageError';
}

const run = async (): Promise<string> => {
  loadSettings();
  const [command, ...args] = process.argv.slice(2);
  if (command === 'make' && args.length > 0) throw new UsageError('Type npm run backup, without arguments');
  // The moment is an argument, because npm consumes an option such as `--to …`: npm 10 turns it into the
  // variable npm_config_to, npm 11 drops it. Both cases are rejected, because the command would not know the
  // intended moment.
  if (command === 'restore' && (!isRestoreCommand(args) || process.env['npm_config_to'] !== undefined))
    throw new UsageError(RESTORE_USAGE);
  const { databaseUrl, dataDir, backupDir } = readConfig(process.env);
  if (databaseUrl !== undefined)
    throw new UsageError('DATABASE_URL is set: back up that server with its own tools (docs/operations.md)');
  const [target = '', name = ''] = args;
  if (command === 'restore' && target === 'list')
    return listReplacedClusters(dataDir).join('\n') || `There are no copies in ${dataDir}`;
  if (command === 'restore' && target === 'remove') {
    removeReplacedCluster(dataDir, name);
    return `Removed: ${path.join(dataDir, name)}`;
  }
  if (backupDir === undefined) throw new UsageError('BACKUP_DIR must name the folder of the backups');
  const folders = { dataDir, backupDir, log: pino({ level: 'warn' }, pino.destination(2)) };
  if (command === 'make') return `Backup made: ${await makeBackup(folders)}`;
  const replaced = await restoreBackup(folders, target === 'latest' ? undefined : target);
  return `Database restored as of ${target}; what was there before is in ${replaced}`;
};

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  failCommand(error, [UsageError, ConfigError, EngineError], 1);
}
