import { ConfigError } from '../config.ts';
import { EngineError } from '../db/engine/engine-error.ts';
import { MigrationError } from '../db/migrate.ts';
import { failCommand } from './fail-command.ts';
import { AdminError, createAdmin, readArguments, readPassword } from './first-admin.ts';
import { loadSettings, withDatabase } from './with-database.ts';

/* npm run admin:create: creates the first administrator; with --force, creates another administrator. */

const run = async (): Promise<string> => {
  loadSettings();
  const typed = readArguments(process.argv.slice(2));
  const password = await readPassword(process.env, process.stdin, process.stdout);
  const { email } = await withDatabase((db) => createAdmin(db, typed, password));
  return email;
};

try {
  process.stdout.write(`Created the ADMIN ${await run()}\n`);
} catch (error) {
  failCommand(error, [AdminError, ConfigError, EngineError, MigrationError], 1);
}
