import { existsSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { EngineError } from './db/engine/engine-error.ts';
import { startEngine } from './db/engine/start-engine.ts';
import { MigrationError, migrate } from './db/migrate.ts';
import { createPool } from './db/pool.ts';
import { createDb } from './db/tx.ts';
import { AdminError, createAdmin, readArguments, readPassword } from './first-admin.ts';
import { repositoryRoot } from './repository-root.ts';

/*
 * npm run admin:create: the first administrator of a company. Works on the database the server would use, so the
 * built-in one must not be in use by a running server at the same time.
 */

const run = async (): Promise<string> => {
  const settings = path.join(repositoryRoot, '.env');
  if (existsSync(settings)) process.loadEnvFile(settings);
  const asked = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const password = await readPassword(process.env, process.stdin, process.stdout);
  const log = pino({ level: 'warn' }, pino.destination(2));
  const engine =
    config.databaseUrl === undefined
      ? await startEngine({ dataDir: config.dataDir, backupDir: config.backupDir, log })
      : undefined;
  try {
    const pool = createPool(engine?.connection ?? config.databaseUrl ?? '', 2, log);
    try {
      await migrate(pool);
      const { email } = await createAdmin(createDb(pool), asked, password);
      return email;
    } finally {
      await pool.end();
    }
  } finally {
    await engine?.stop();
  }
};

try {
  process.stdout.write(`Created the ADMIN ${await run()}\n`);
} catch (error) {
  const known = [AdminError, ConfigError, EngineError, MigrationError].some((kind) => error instanceof kind);
  process.stderr.write(`${known && error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
