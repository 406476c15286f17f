import { Refusal } from '@spichlerz/shared/domain/refusal';
import { sql } from 'kysely';
import { isWithin } from '../../db/is-within.ts';
import type { Db } from '../../db/tx.ts';

/** Wrong passwords within a quarter of an hour: per account, and per network, which colleagues share. */
const COUNTS = isWithin('at', '15 minutes');
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_NETWORK = 100;

/**
 * Every try counts as a failure until it has succeeded, so that many at once are no way around the limit.
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function countTry(db: Db, account: string, network: string): Promise<number> {
  const { id } = await db
    .insertInto('sign_in_failure')
    .values({ account, address: network })
    .returning('id')
    .executeTakeFirstOrThrow();
  const failures = await db
    .selectFrom('sign_in_failure')
    .where((where) => where.or([where('account', '=', account), where('address', '=', network)]))
    .where(COUNTS)
    .select([
      sql<number>`count(*) filter (where account = ${account})`.as('ofAccount'),
      sql<number>`count(*) filter (where address = ${network})`.as('ofNetwork'),
    ])
    .executeTakeFirstOrThrow();
  if (failures.ofAccount > FAILURES_PER_ACCOUNT || failures.ofNetwork > FAILURES_PER_NETWORK) {
    // a refused try does not make the wait longer
    await forgetTry(db, id);
    throw new Refusal('TOO_MANY_REQUESTS');
  }
  return id;
}

export async function forgetTry(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('id', '=', id).execute();
}

/** The account's wrong ones, once its person has proved to be who they are. */
export async function forgetTries(db: Db, account: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('account', '=', account).execute();
}
