import { ConfigError } from '../config.ts';
import { EngineError } from '../db/engine/engine-error.ts';
import { MigrationError } from '../db/migrate.ts';
import { closeDemoAccounts, DemoAccountsError } from '../demo/demo-accounts.ts';
import { loadSettings, withDatabase } from './with-database.ts';

/* npm run demo:close: deactivates the accounts whose password is published with the product. */

try {
  loadSettings();
  const closed = await withDatabase(closeDemoAccounts);
  const lines = closed.map(({ email }) => `Deactivated ${email}\n`);
  process.stdout.write(lines.length === 0 ? 'No account has the published password\n' : lines.join(''));
} catch (error) {
  const known = [DemoAccountsError, ConfigError, EngineError, MigrationError];
  const isKnown = known.some((kind) => error instanceof kind);
  process.stderr.write(`${isKnown && error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
