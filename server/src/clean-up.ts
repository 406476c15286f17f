import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './db/schema.ts';
import { type Db, inTransaction, type Tx } from './db/tx.ts';

/*
 * Deletes what has expired and nobody can ask for any more. Several servers may run it on one database: each batch is
 * the work of one of them.
 */

const HOUR_MS = 3_600_000;
/** Small enough to be over in a moment, so that nobody waits for a lock of it, on however large a table. */
const BATCH = 5_000;
// Any number will do, as long as nothing else in this database takes the same advisory lock.
const LOCK_KEY = 7_410_003;

type Expired = {
  readonly table: keyof Database;
  /** The time since which a row of the table is of no more use but for its `life`. */
  readonly since: RawBuilder<string>;
  readonly life: string;
  /** Which rows of the table expire at all; without it every one does. */
  readonly only?: RawBuilder<boolean>;
};

const EXPIRED: readonly Expired[] = [
  // as long as a key is remembered (http/idempotency.ts)
  { table: 'idempotency_key', since: sql`created_at`, life: '24 hours' },
  // told when it was committed; screens that were away read again (http/events.ts)
  { table: 'change_event', since: sql`at`, life: '1 day' },
  // a used one betrays a thief only while it would be good: past its time it is refused, known or not
  { table: 'refresh_token', since: sql`expires_at`, life: '0' },
  // nobody can be signed in by it: a refresh token is good for 14 days
  { table: 'session', since: sql`coalesce(ended_at, last_used_at)`, life: '30 days' },
  // they count for a quarter of an hour (modules/session), and bear addresses of people
  { table: 'sign_in_failure', since: sql`at`, life: '1 hour' },
  // codes to reset a password; the messages of a contract stay in its history
  { table: 'mail', since: sql`coalesce(sent_at, expires_at)`, life: '90 days', only: sql`entity = 'user'` },
];

type CleanUpParts = { readonly db: Db; readonly log: Logger; readonly everyMs?: number };

export function startCleanUp({ db, log, everyMs = HOUR_MS }: CleanUpParts): { stop(): Promise<void> } {
  const abort = new AbortController();
  const run = async () => {
    while (!abort.signal.aborted) {
      try {
        await deleteExpired(db, log, abort.signal);
      } catch (error) {
        log.warn({ err: error }, 'What has expired could not be deleted');
      }
      await wait(everyMs, undefined, { signal: abort.signal }).catch(() => undefined);
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
  for (const expired of EXPIRED) {
    let rows = 0;
    let batch = BATCH;
    while (batch === BATCH && !signal.aborted) {
      batch = await inTransaction(db, (tx) => deleteBatch(tx, expired));
      rows += batch;
    }
    if (rows > 0) log.info({ table: expired.table, rows }, 'Deleted what had expired');
  }
}

/** How many were deleted; none while another server is at it. What somebody works on is left for the next time. */
async function deleteBatch(tx: Tx, { table, since, life, only = sql`true` }: Expired): Promise<number> {
  const lock = sql<{ isOurs: boolean }>`select pg_try_advisory_xact_lock(${LOCK_KEY}) as "isOurs"`;
  const { rows } = await lock.execute(tx);
  if (!rows[0]?.isOurs) return 0;
  const expired = sql`select ctid from ${sql.table(table)}
    where ${only} and ${since} < now() - ${life}::interval order by ${since} limit ${BATCH} for update skip locked`;
  const deleted = await sql`delete from ${sql.table(table)} where ctid = any(array(${expired}))`.execute(tx);
  return Number(deleted.numAffectedRows ?? 0);
}
