import { ConfigError } from '../config.ts';
import { EngineError } from '../db/engine/engine-error.ts';
import { MigrationError } from '../db/migrate.ts';
import { closeDemoAccounts, DemoAccountsError } from '../demo/demo-accounts.ts';
import { failCommand } from './fail-command.ts';
import { loadSettings, withDatabase } from './with-database.ts';

/* npm run demo:close: deactivates the accounts whose password is published with the product. */

try {
  loadSettings();
  const closed = await withDatabase(closeDemoAccounts);
  const lines = closed.map(({ email }) => `Deactivated ${email}\n`);
  process.stdout.write(lines.length === 0 ? 'No account has the published password\n' : lines.join(''));
} catch (error) {
  failCommand(error, [DemoAccountsError, ConfigError, EngineError, MigrationError], 1);
}
