/*
 * npm run stress [-- --seed N] runs the stress tests at full length. The printed seed repeats the trading
 * steps and the invalid requests.
 * - Trading: random steps over the HTTP API. First one client acts, and every step is compared with a model of
 *   the rules. Then 16 clients act concurrently, and the stored rows are checked at the end.
 * - Crashes: while 16 clients write, the server, its built-in database and a PostgreSQL server are killed 17
 *   times each.
 * - Outage: the database is unavailable for 10 s while clients send requests.
 * - Invalid input: 50,000 malformed requests, during which the memory may grow only up to a limit.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

// Without `--` before it, npm consumes --seed and passes on at most its value.
if (process.env.npm_config_seed !== undefined) {
  console.error('Type -- before --seed: npm run stress -- --seed N');
  process.exit(1);
}
const { seed = String(Date.now() % 1_000_000) } = parseArgs({ options: { seed: { type: 'string' } } }).values;
console.log(`Seed ${seed}; repeat with: npm run stress -- --seed ${seed}`);

const { status } = spawnSync(
  'npx',
  [
    'vitest',
    'run',
    '--project',
    'server',
    '--project',
    'processes',
    'server/src/system-tests/trading.model.test.ts',
    'server/src/system-tests/trading.concurrent.test.ts',
    'server/src/system-tests/crash.process.test.ts',
    'server/src/system-tests/database-outage.test.ts',
    'server/src/system-tests/random-input.test.ts',
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      STRESS_SEED: seed,
      // The number of runs with one client, and the number of steps of each concurrent client.
      STRESS_RUNS: '160',
      STRESS_STEPS_EACH: '4000',
      CRASH_ROUNDS: '51',
      CRASH_WRITERS: '16',
      AWAY_MS: '10000',
      BAD_REQUESTS: '50000',
      BAD_SEED: seed,
    },
  },
);
process.exitCode = status ?? 1;
