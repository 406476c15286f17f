import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { startEngine } from '../db/engine/start-engine.ts';
import { migrate } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { createDb, type Db } from '../db/tx.ts';
import { repositoryRoot } from '../repository-root.ts';

/** Adds the settings in `.env` to the environment, as the server does. */
export function loadSettings(): void {
  const settings = path.join(repositoryRoot, '.env');
  if (existsSync(settings)) process.loadEnvFile(settings);
}

/** Migrates the database, then runs a command on it like `withPool`. */
export function withDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  return withPool(async (pool) => {
    await migrate(pool);
    return work(createDb(pool));
  });
}

/** Runs a command on the server's database. Stop a server that runs the built-in database first. */
export async function withPool<Result>(work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env);
  const log = pino({ level: 'warn' }, pino.destination(2));
  const engine =
    config.databaseUrl === undefined
      ? await startEngine({ dataDir: config.dataDir, backupDir: config.backupDir, log })
      : undefined;
  try {
    const pool = createPool(engine?.connection ?? config.databaseUrl ?? '', 2, log);
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  } finally {
    await engine?.stop();
  }
}
