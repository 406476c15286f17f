import path from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { startEngine } from '../../server/src/db/engine/start-engine.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { createPool } from '../../server/src/db/pool.ts';
import { repositoryRoot } from '../../server/src/repository-root.ts';
import { parentOf } from './process-cpu.ts';

/** What was said after a flag of the command line. */
export function flag(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return (at === -1 ? undefined : process.argv[at + 1]) ?? otherwise;
}

type Stage = { readonly pool: Pool; readonly url: string; readonly postmaster: number };

/** The data of bench:data (DATA_DIR, or where it puts the scale) under its engine, while the work lasts. */
export async function onData(scale: string, work: (stage: Stage) => Promise<void>): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination(2));
  const dataDir = process.env['DATA_DIR'] ?? path.join(repositoryRoot, 'data-bench', scale);
  const engine = await startEngine({ dataDir, log });
  const pool = createPool(engine.connection, 2, log);
  try {
    await migrate(pool);
    const { host, user, database } = engine.connection;
    const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
    await work({ pool, url, postmaster: await findPostmaster(pool) });
  } finally {
    await pool.end();
    await engine.stop();
  }
}

async function findPostmaster(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  );
  return parentOf(rows[0]?.pid ?? 0);
}
