import { DomainError } from '@spichlerz/shared/domain/domain-error';
import { sql } from 'kysely';
import { isWithin } from '../db/is-within.ts';
import type { Db } from '../db/tx.ts';

/** Failures count for this long (decisions 8). */
const WINDOW = '15 minutes';
const IN_WINDOW = isWithin('f.at', WINDOW);
const KNOWN_NETWORK = isWithin('s.created_at', '30 days');

/** `account` is the e-mail in lower case. */
export type SignInAttempt = { readonly account: string; readonly network: string };

/**
 * Records an attempt as failed until it has succeeded, so that parallel attempts cannot exceed the limits.
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
  // a refused attempt does not make the wait longer
  await removeAttempt(db, id);
  throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
}

/** The longest wait of all exceeded limits; null when none is exceeded. The attempt itself is among the rows. */
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

/** Seconds until the oldest of the `limit` failures before this attempt leaves the window; no row below the limit. */
function waitAtLimit(limit: number, condition: ReturnType<typeof sql<boolean>>) {
  return sql`select extract(epoch from f.at + ${WINDOW}::interval - now())::float8
    from sign_in_failure f where ${condition} and ${IN_WINDOW} order by f.at desc offset ${limit} limit 1`;
}

export async function removeAttempt(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('id', '=', id).execute();
}

/** After a correct password: those of the same account from the same network. */
export async function removeFailures(db: Db, { account, network }: SignInAttempt): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where('account', '=', account)
    .where('address', '=', network)
    .execute();
}

/** After a new password: the failures of every network no longer count for the account, but still for the network. */
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
 * Wrong old passwords are counted by user id and over all networks, so that failed sign-ins of somebody else do not use
 * up these attempts.
 */
export function passwordCheckAttempt(userId: number): SignInAttempt {
  const account = `user ${userId}`;
  return { account, network: account };
}
