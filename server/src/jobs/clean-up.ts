import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/schema.ts';
import { type Db, inTransaction, type Tx } from '../db/tx.ts';

/*
 * Deletes expired rows that nothing reads any more. Several servers may run it on one database; only one of them works
 * on a batch at a time.
 */

const HOUR_MS = 3_600_000;
/** Small enough that its locks are held for a moment only, however large the table. */
const BATCH_SIZE = 5_000;
// Any number will do, as long as nothing else in this database takes the same advisory lock.
const LOCK_KEY = 7_410_003;

type ExpiryRule = {
  readonly table: keyof Database;
  /** The moment from which a row lives on for `life`, after which it is deleted. */
  readonly startsAt: RawBuilder<string>;
  readonly lifetime: string;
  /** Which rows expire at all; all of them when it is absent. */
  readonly condition?: RawBuilder<boolean>;
};

const EXPIRY_RULES: readonly ExpiryRule[] = [
  // remembered for this long (http/idempotency.ts)
  { table: 'idempotency_key', startsAt: sql`created_at`, lifetime: '24 hours' },
  // of use only at its commit, when it is notified (http/events.ts)
  { table: 'change_event', startsAt: sql`at`, lifetime: '1 day' },
  // used ones are kept to recognise a thief; past its time a token is refused anyway
  { table: 'refresh_token', startsAt: sql`expires_at`, lifetime: '0' },
  // over long ago: its refresh tokens were good for 14 days
  { table: 'session', startsAt: sql`coalesce(ended_at, last_used_at)`, lifetime: '30 days' },
  // they count for a quarter of an hour (modules/session), and addresses are personal data
  { table: 'sign_in_failure', startsAt: sql`at`, lifetime: '1 hour' },
  // valid for half an hour
  { table: 'reset_code', startsAt: sql`created_at`, lifetime: '1 hour' },
  // messages with codes to reset a password; those about contracts are shown in their history
  {
    table: 'mail',
    startsAt: sql`coalesce(sent_at, expires_at)`,
    lifetime: '90 days',
    condition: sql`entity = 'user'`,
  },
];

type CleanUpParts = { readonly db: Db; readonly log: Logger; readonly intervalMs?: number };

export function startCleanUp({ db, log, intervalMs = HOUR_MS }: CleanUpParts): {
  stop(): Promise<void>;
} {
  const abort = new AbortController();
  const run = async () => {
    while (!abort.signal.aborted) {
      try {
        await deleteExpired(db, log, abort.signal);
      } catch (error) {
        log.warn({ err: error }, 'What has expired could not be deleted');
      }
      await wait(intervalMs, undefined, { signal: abort.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      abort.abort();
      await running;
    },
  };
}

async function deleteExpired(db: Db, log: Logger, signal: AbortSignal): Promise<void> {
  for (const expired of EXPIRY_RULES) {
    let rows = 0;
    let batch = BATCH_SIZE;
    while (batch === BATCH_SIZE && !signal.aborted) {
      batch = await inTransaction(db, (tx) => deleteBatch(tx, expired));
      rows += batch;
    }
    if (rows > 0) log.info({ table: expired.table, rows }, 'Deleted what had expired');
  }
}

/** @returns how many rows were deleted: 0 while another server is at it; rows that are locked are left for later */
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
