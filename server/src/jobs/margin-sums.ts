import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Db, inTransaction, type Tx } from '../db/tx.ts';
import { startPeriodicJob } from './periodic-job.ts';

/** The report itself adds the changes since the last run, so a longer interval slows the report down. */
const INTERVAL_MS = 10_000;
/** A batch of this size stays within the time limit of a statement. */
const BATCH_SIZE = 5_000;

type MarginSumsParts = { readonly db: Db; readonly log: Logger; readonly intervalMs?: number };

/** Starts the job that adds changed margins to the sums of the report (docs/decisions/0020). */
export const startMarginSums = ({ db, log, intervalMs = INTERVAL_MS }: MarginSumsParts) =>
  startPeriodicJob({
    log,
    intervalMs,
    failure: 'Updating the sums of margins failed',
    run: (signal) => applyChanges(db, signal),
  });

async function applyChanges(db: Db, signal: AbortSignal): Promise<void> {
  let batch = BATCH_SIZE;
  while (batch === BATCH_SIZE && !signal.aborted) batch = await inTransaction(db, applyBatch);
}

/** @returns the number of changes, or 0 while another server applies them */
async function applyBatch(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select apply_margin_changes(${BATCH_SIZE}) as n`.execute(tx);
  return rows[0]?.n ?? 0;
}
