/*
 * npm run stress [-- --seed N] runs the stress tests at full length. Trading: at least 100,000 random steps
 * over the HTTP API, first by one client compared with the model after every step, then by 16 concurrent
 * clients compared with the rows at the end. Crashes: 51 kills under 16 writers, a third each of the server,
 * its built-in database and a PostgreSQL server. Outage: the database is unavailable for 10 s under load.
 * Invalid input: 50,000 malformed requests, after which the memory must not have grown. The printed seed
 * repeats the trading steps and the invalid requests.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

// npm consumes --seed unless `--` precedes it, and passes on at most its value.
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
      // One client takes 110 runs of 450 steps; about a sixth of the steps is skipped because there is no
      // transport. Then 16 clients take 4,000 concurrent steps each.
      STRESS_RUNS: '110',
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
