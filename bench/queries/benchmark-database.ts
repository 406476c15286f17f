import path from 'node:path';
import type { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import { startEngine } from '../../server/src/db/engine/start-engine.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { createPool } from '../../server/src/db/pool.ts';
import { repositoryRoot } from '../../server/src/repository-root.ts';
import { parentOf } from './process-cpu.ts';

type BenchmarkDatabase = { readonly pool: Pool; readonly url: string; readonly postmaster: number };

/** Runs `work` on the database that bench:data has filled. */
export async function withBenchmarkData(
  scale: string,
  work: (stage: BenchmarkDatabase) => Promise<void>,
): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination(2));
  const { url, stop } = await findServer(scale, log);
  const pool = createPool(url, 2, log);
  try {
    await migrate(pool);
    await work({ pool, url, postmaster: await findPostmaster(pool) });
  } finally {
    await pool.end();
    await stop();
  }
}

/**
 * Returns the server at DATABASE_URL. Without DATABASE_URL, starts the built-in database in DATA_DIR, by
 * default the directory that bench:data has filled.
 */
async function findServer(scale: string, log: Logger): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() };
  const dataDir = process.env['DATA_DIR'] ?? path.join(repositoryRoot, 'data-bench', scale);
  const engine = await startEngine({ dataDir, log });
  const { host, user, database } = engine.connection;
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  return { url, stop: () => engine.stop() };
}

async function findPostmaster(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  );
  return parentOf(rows[0]?.pid ?? 0);
}

/** Runs statements one after another in one session, so that they share temporary tables. */
export async function runAll(pool: Pool, statements: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release(true);
  }
}
