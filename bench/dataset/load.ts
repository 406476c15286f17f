import path from 'node:path';
import { pino } from 'pino';
import { startEngine } from '../../server/src/db/engine/start-engine.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { createPool } from '../../server/src/db/pool.ts';
import { repositoryRoot } from '../../server/src/repository-root.ts';
import { option } from '../options.ts';
import { loadSteps, SCALES } from './load-steps.ts';

/*
 * npm run bench:data -- --scale full|tenth fills an empty database and checks its integrity. DATABASE_URL names
 * the server. Without DATABASE_URL, the built-in database in DATA_DIR is used (default data-bench/<scale>).
 */

// Each inserted row updates the same counter rows. PostgreSQL keeps all versions of an updated row until the
// transaction ends, so large batches are slow.
const BATCH_SIZE = 1_000;
const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

const scaleName = option('scale', 'tenth');
if (scaleName !== 'full' && scaleName !== 'tenth') throw new Error('--scale must be full or tenth');
const scale = SCALES[scaleName];

const log = pino({ level: 'warn' }, pino.destination(2));
const dataDir = process.env['DATA_DIR'] ?? path.join(repositoryRoot, 'data-bench', scaleName);
const url = process.env['DATABASE_URL'];
const engine = url === undefined ? await startEngine({ dataDir, log }) : undefined;
const pool = createPool(engine?.connection ?? url ?? '', 1, log);
const startedAt = performance.now();
try {
  await migrate(pool);
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ n: number }>('select count(*)::integer as n from contract');
    if (rows[0]?.n !== 0) throw new Error('The database already contains contracts; use an empty one');
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off; set max_parallel_workers_per_gather = 0",
    );
    for (const { name, sql, from, to } of loadSteps(scale)) {
      const since = performance.now();
      if (from === undefined || to === undefined) await client.query(sql);
      else {
        for (let first = from; first <= to; first += BATCH_SIZE)
          await client.query(sql, [first, Math.min(to, first + BATCH_SIZE - 1)]);
      }
      print(`${seconds(since).padStart(7)} s  ${name}`);
    }
    const since = performance.now();
    await client.query('vacuum (analyze)');
    print(`${seconds(since).padStart(7)} s  vacuum and analyze`);
    for (const table of ['contractor', 'contract', 'allocation', 'transport', 'settlement']) {
      const counted = await client.query<{ n: number }>(`select count(*)::integer as n from ${table}`);
      print(`${String(counted.rows[0]?.n).padStart(9)}  ${table}`);
    }
    const problems = await client.query('select * from integrity_problem limit 5');
    print(
      problems.rows.length === 0 ? 'Integrity check: clean' : `Integrity: ${JSON.stringify(problems.rows)}`,
    );
    if (problems.rows.length > 0) process.exitCode = 1;
  } finally {
    client.release();
  }
} finally {
  await pool.end();
  await engine?.stop();
}
print(`Loaded in ${seconds(startedAt)} s`);
