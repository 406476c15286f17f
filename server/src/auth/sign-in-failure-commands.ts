import { DomainError } from '@spichlerz/shared/domain/domain-error';
import { sql } from 'kysely';
import { isWithin } from '../db/is-within.ts';
import type { Db } from '../db/tx.ts';

/** How long a failure counts (customer decisions 8). */
const WINDOW = '15 minutes';
const IN_WINDOW = isWithin('f.at', WINDOW);
const KNOWN_NETWORK = isWithin('s.created_at', '30 days');

/** `account` is the e-mail in lower case. */
export type SignInAttempt = { readonly account: string; readonly network: string };

/**
 * Stores the attempt as a failure before the password is checked, so that parallel attempts cannot exceed the
 * limits. After a success the caller removes it.
 * @throws DomainError TOO_MANY_REQUESTS with the seconds until the next attempt is allowed
 */
export async function recordAttempt(db: Db, { account, network }: SignInAttempt): Promise<number> {
  const { id } = await db
    .insertInto('sign_in_failure')
    .values({ account, address: network })
    .returning('id')
    .executeTakeFirstOrThrow();
  const seconds = await secondsToWait(db, { account, network });
  if (seconds === null) return id;
  // a blocked attempt does not extend the wait
  await removeAttempt(db, id);
  throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
}

/**
 * Returns the longest wait of all exceeded limits, or null if none is exceeded. The current attempt is already
 * stored.
 */
async function secondsToWait(db: Db, { account, network }: SignInAttempt): Promise<number | null> {
  const isAccount = sql<boolean>`f.account = ${account}`;
  const isNetwork = sql<boolean>`f.address = ${network}`;
  const isUnknownNetwork = sql<boolean>`not exists (
    select from session s join app_user u on u.id = s.user_id
    where lower(btrim(u.email)) = ${account} and s.network = ${network} and ${KNOWN_NETWORK})`;
  const { rows } = await sql<{ seconds: number | null }>`
    select greatest(
      (${waitAtLimit(10, sql`${isAccount} and ${isNetwork}`)}),
      (${waitAtLimit(50, sql`${isAccount} and ${isUnknownNetwork}`)}),
      (${waitAtLimit(100, isNetwork)})
    ) as seconds`.execute(db);
  return rows[0]?.seconds ?? null;
}

/**
 * Selects the seconds until the number of failures in the window falls below `limit`, or no row if it is below
 * now. The current attempt is already stored and does not count.
 */
function waitAtLimit(limit: number, condition: ReturnType<typeof sql<boolean>>) {
  return sql`select extract(epoch from f.at + ${WINDOW}::interval - now())::float8
    from sign_in_failure f where ${condition} and ${IN_WINDOW} order by f.at desc offset ${limit} limit 1`;
}

export async function removeAttempt(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('id', '=', id).execute();
}

/** Removes the failures of the account from the network after a correct password. */
export async function removeFailures(db: Db, { account, network }: SignInAttempt): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where('account', '=', account)
    .where('address', '=', network)
    .execute();
}

/** Called after a password change: failures no longer count for the account, but still for their networks. */
export async function detachFailures(db: Db, userId: number): Promise<void> {
  const email = db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(sql`lower(btrim(email))`.as('email'));
  await db
    .updateTable('sign_in_failure')
    .set({ account: null })
    .where(sql<boolean>`account in (${email}, ${passwordCheckAttempt(userId).account})`)
    .execute();
}

/**
 * Counts wrong current passwords by user id over all networks. Failed sign-ins are counted by e-mail instead,
 * so an attacker who fails to sign in does not use up the attempts of a signed-in user.
 */
export function passwordCheckAttempt(userId: number): SignInAttempt {
  const account = `user ${userId}`;
  return { account, network: account };
}
