import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { makeBackup, restoreBackup } from './db/engine/backup.ts';
import { EngineError } from './db/engine/engine-error.ts';
import { repositoryRoot } from './repository-root.ts';

/*
 * npm run backup: copies the built-in database to BACKUP_DIR, also while the server works.
 * npm run restore [-- --to "2026-11-21 12:00"]: puts it back as it was at that moment, or as late as is known; the
 * server must be stopped first.
 */

const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/;

const USAGE = 'npm run backup, or npm run restore [-- --to "2026-11-21 12:00"]; mind the -- before --to';

class UsageError extends Error {
  override name = 'UsageError';
}

const run = async (): Promise<string> => {
  const settings = path.join(repositoryRoot, '.env');
  if (existsSync(settings)) process.loadEnvFile(settings);
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string' } },
    allowPositionals: true,
  });
  // without its -- npm keeps the option to itself, and the database would go back to another moment than was asked for
  if (positionals.length !== 1 || process.env['npm_config_to'] !== undefined) throw new UsageError(USAGE);
  const { databaseUrl, dataDir, backupDir } = readConfig(process.env);
  if (databaseUrl !== undefined)
    throw new UsageError('DATABASE_URL is set: back up that server with its own tools (docs/operations.md)');
  if (backupDir === undefined) throw new UsageError('BACKUP_DIR must say where backups are kept');
  const folders = { dataDir, backupDir, log: pino({ level: 'warn' }, pino.destination(2)) };
  if (positionals[0] === 'make') return `Backup made: ${await makeBackup(folders)}`;
  if (values.to !== undefined && !moment.test(values.to))
    throw new UsageError(
      '--to takes a moment as "2026-11-21 12:00" or "2026-11-21 12:00:30", by the clock of Warsaw',
    );
  const aside = await restoreBackup(folders, values.to);
  return `Database restored${values.to === undefined ? '' : ` as of ${values.to}`}; what was there before is in ${aside}`;
};

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  const known = [UsageError, ConfigError, EngineError].some((kind) => error instanceof kind);
  process.stderr.write(`${known && error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
