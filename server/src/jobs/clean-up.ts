import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/schema.ts';
import { type Db, inTransaction, type Tx } from '../db/tx.ts';
import { startPeriodicJob } from './periodic-job.ts';

/*
 * Deletes expired rows that are no longer used. Several servers may run this job on one database; only one of
 * them deletes a batch at a time.
 */

const HOUR_MS = 3_600_000;
/** Each batch holds its locks only briefly, however large the table is. */
const BATCH_SIZE = 5_000;
// Any number works, as long as nothing else in this database uses the same advisory lock.
const LOCK_KEY = 7_410_003;

type ExpiryRule = {
  readonly table: keyof Database;
  /** The time at which the row's `lifetime` starts. */
  readonly startsAt: RawBuilder<string>;
  readonly lifetime: string;
  /** An additional condition for rows to expire. Without it, every row expires after its lifetime. */
  readonly condition?: RawBuilder<boolean>;
};

const EXPIRY_RULES: readonly ExpiryRule[] = [
  // the time for which responses are stored (http/idempotency.ts)
  { table: 'idempotency_key', startsAt: sql`created_at`, lifetime: '24 hours' },
  // an event is needed only at its commit, for the notification (http/events.ts)
  { table: 'change_event', startsAt: sql`at`, lifetime: '1 day' },
  // used tokens are kept to detect reuse; an expired token is rejected anyway
  { table: 'refresh_token', startsAt: sql`expires_at`, lifetime: '0' },
  // the refresh tokens of a session are valid for 14 days, so they have expired by then
  { table: 'session', startsAt: sql`coalesce(ended_at, last_used_at)`, lifetime: '30 days' },
  // failures count for 15 minutes (auth/sign-in-failure-commands.ts), and addresses are personal data
  { table: 'sign_in_failure', startsAt: sql`at`, lifetime: '1 hour' },
  // a code is valid for 30 minutes
  { table: 'reset_code', startsAt: sql`created_at`, lifetime: '1 hour' },
  // these mails contain reset codes; mails about contracts stay, because the audit log of the contract shows
  // them
  {
    table: 'mail',
    startsAt: sql`coalesce(sent_at, expires_at)`,
    lifetime: '90 days',
    condition: sql`entity = 'user'`,
  },
];

type CleanUpParts = { readonly db: Db; readonly log: Logger; readonly intervalMs?: number };

export const startCleanUp = ({ db, log, intervalMs = HOUR_MS }: CleanUpParts) =>
  startPeriodicJob({
    log,
    intervalMs,
    failure: 'Deleting expired rows failed',
    run: (signal) => deleteExpired(db, log, signal),
  });

async function deleteExpired(db: Db, log: Logger, signal: AbortSignal): Promise<void> {
  for (const expired of EXPIRY_RULES) {
    let rows = 0;
    let batch = BATCH_SIZE;
    while (batch === BATCH_SIZE && !signal.aborted) {
      batch = await inTransaction(db, (tx) => deleteBatch(tx, expired));
      rows += batch;
    }
    if (rows > 0) log.info({ table: expired.table, rows }, 'Deleted expired rows');
  }
}

/** @returns the number of deleted rows: 0 while another server holds the lock; locked rows are skipped */
async function deleteBatch(
  tx: Tx,
  { table, startsAt, lifetime, condition = sql`true` }: ExpiryRule,
): Promise<number> {
  const lock = sql<{ isOurs: boolean }>`select pg_try_advisory_xact_lock(${LOCK_KEY}) as "isOurs"`;
  const { rows } = await lock.execute(tx);
  if (!rows[0]?.isOurs) return 0;
  const expired = sql`select ctid from ${sql.table(table)}
    where ${condition} and ${startsAt} < now() - ${lifetime}::interval order by ${startsAt} limit ${BATCH_SIZE} for update skip locked`;
  const deleted = await sql`delete from ${sql.table(table)} where ctid = any(array(${expired}))`.execute(tx);
  return Number(deleted.numAffectedRows ?? 0);
}
