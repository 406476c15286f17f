import type { Pool, PoolClient } from 'pg';
import { until } from './until.ts';

/** Returns the number of transactions of the test's database that wait for a lock. */
export async function countWaiting(pool: Pool): Promise<number | null> {
  const { rowCount } = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount;
}

export const untilWaiting = (pool: Pool, count: number): Promise<void> =>
  until(async () => (await countWaiting(pool)) === count, 10_000);

type OtherTransaction = {
  /** Writes or locks in the other transaction before the command starts. */
  readonly before: (other: PoolClient) => Promise<unknown>;
  /** Writes in the other transaction while the command waits for it. */
  readonly meanwhile?: (other: PoolClient) => Promise<unknown>;
};

/** Starts the command during another transaction, which is committed once the command waits for it. */
export async function runDuring<Reply>(
  pool: Pool,
  { before, meanwhile }: OtherTransaction,
  command: () => Promise<Reply>,
): Promise<Reply> {
  const other = await pool.connect();
  try {
    await other.query('begin');
    await before(other);
    const reply = command();
    await untilWaiting(pool, 1);
    await meanwhile?.(other);
    await other.query('commit');
    return await reply;
  } finally {
    // ends a transaction that failed before its commit
    await other.query('rollback');
    other.release();
  }
}
