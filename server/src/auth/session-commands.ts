import { createHash, createHmac, randomBytes } from 'node:crypto';
import { DomainError, fieldError } from '@spichlerz/shared/domain/domain-error';
import { sql } from 'kysely';
import { publishChange } from '../audit/record-change.ts';
import { isWithin } from '../db/is-within.ts';
import { type Db, inTransaction, type Tx } from '../db/tx.ts';
import type { Actor } from './actor.ts';
import { isPassword, simulatePasswordCheck } from './password-hash.ts';
import type { LogSecurityEvent } from './security-events.ts';
import { recordAttempt, removeAttempt, removeFailures } from './sign-in-failure-commands.ts';

/** Refresh tokens live 14 days and rotate at each use (customer decisions 8). */
const REFRESH_EXPIRY = sql<string>`now() + interval '14 days'`;
/** Parallel tabs may send the same refresh token within this time after its first use. */
const IS_IN_GRACE_PERIOD = isWithin('used_at', '20 seconds');

export type NewSession = { userId: number; sessionId: string; refreshToken: string };

type Credentials = { email: string; password: string };
/** `network` is the client's network, see network-of.ts. */
type SessionClient = { network: string; device: string | undefined };

/**
 * Checks the credentials and opens a session. The attempt is recorded outside the transaction that opens the
 * session, because a failed attempt must be counted too.
 * @throws DomainError WRONG_CREDENTIALS, USER_DISABLED (only after a correct password), TOO_MANY_REQUESTS
 */
export async function startSession(
  db: Db,
  { email, password }: Credentials,
  client: SessionClient,
  log: LogSecurityEvent,
): Promise<NewSession> {
  const account = email.trim().toLowerCase();
  const user = await db
    .selectFrom('app_user')
    .where(sql<string>`lower(btrim(email))`, '=', account)
    .select(['id', 'password_hash'])
    .executeTakeFirst();
  try {
    const session = await signInUser(db, user, { account, password }, client);
    log('authn_login_success', { userId: session.userId, sessionId: session.sessionId });
    return session;
  } catch (error) {
    if (error instanceof DomainError) {
      const event = error.code === 'TOO_MANY_REQUESTS' ? 'authn_login_lock' : 'authn_login_fail';
      log(event, { userId: user?.id ?? null, reason: error.code });
    }
    throw error;
  }
}

type StoredUser = { readonly id: number; readonly password_hash: string };

async function signInUser(
  db: Db,
  user: StoredUser | undefined,
  { account, password }: { account: string; password: string },
  client: SessionClient,
): Promise<NewSession> {
  const attempt = { account, network: client.network };
  const attemptId = await recordAttempt(db, attempt);
  const correct =
    user === undefined
      ? await simulatePasswordCheck(password)
      : await isPassword(user.password_hash, password);
  if (user === undefined || correct !== true) throw new DomainError('WRONG_CREDENTIALS');
  await removeAttempt(db, attemptId);
  return inTransaction(db, async (tx) => {
    await assertUnchanged(tx, user);
    await removeFailures(tx, attempt);
    return openSession(tx, user.id, client);
  });
}

/**
 * Locks the user and checks that the password and the active flag did not change while the password was
 * verified. A password change or a deactivation ends all sessions of the user. Because of the lock, it either
 * comes first and fails this check, or comes later and ends the new session too.
 */
async function assertUnchanged(tx: Tx, checked: StoredUser): Promise<void> {
  const user = await tx
    .selectFrom('app_user')
    .where('id', '=', checked.id)
    .select(['password_hash', 'active'])
    .forShare()
    .executeTakeFirst();
  if (user?.password_hash !== checked.password_hash) throw new DomainError('WRONG_CREDENTIALS');
  if (!user.active) throw new DomainError('USER_DISABLED');
}

async function openSession(tx: Tx, userId: number, { network, device }: SessionClient): Promise<NewSession> {
  const session = await tx
    .insertInto('session')
    .values({ user_id: userId, network, device: device?.slice(0, 255) ?? null, ended_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refreshToken = randomBytes(32).toString('base64url');
  await storeRefreshToken(tx, session.id, refreshToken);
  return { userId, sessionId: session.id, refreshToken };
}

async function storeRefreshToken(tx: Tx, sessionId: string, token: string): Promise<void> {
  await tx
    .insertInto('refresh_token')
    .values({ token_hash: sha256(token), session_id: sessionId, expires_at: REFRESH_EXPIRY, used_at: null })
    // an earlier use of the same refresh token may have stored its successor already
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute();
}

/**
 * Derives the next refresh token from the current one. Two uses within the grace period thus return the same
 * token, so the session does not fork. The token cannot be read from the database instead, which stores only
 * its hash.
 */
function successorOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(`refresh token:${token}`).digest('base64url');
}

/** `stolenFrom` is the session that was ended because one of its tokens was reused. */
export type RejectedRefresh = { readonly stolenFrom: Pick<Actor, 'userId' | 'sessionId'> | null };

/**
 * Exchanges a refresh token for the next one. A token reused after the grace period for parallel tabs counts
 * as stolen: the whole session ends.
 * @returns RejectedRefresh instead of throwing, because the end of the session must be committed.
 */
export async function rotateRefreshToken(
  tx: Tx,
  secret: string,
  refreshToken: string,
): Promise<NewSession | RejectedRefresh> {
  const row = await tx
    .selectFrom('refresh_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .where('t.token_hash', '=', sha256(refreshToken))
    .forUpdate('t')
    .select([
      's.id as sessionId',
      's.user_id as userId',
      sql<boolean>`t.expires_at > now() and s.ended_at is null and u.active`.as('isLive'),
      't.used_at as usedAt',
      sql<boolean>`coalesce(${IS_IN_GRACE_PERIOD}, false)`.as('isInGrace'),
    ])
    .executeTakeFirst();
  if (row === undefined || !row.isLive) return { stolenFrom: null };
  const { userId, sessionId } = row;
  if (row.usedAt !== null && !row.isInGrace) {
    await endSession(tx, row);
    return { stolenFrom: { userId, sessionId } };
  }
  if (row.usedAt === null) {
    await tx
      .updateTable('refresh_token')
      .set({ used_at: sql<string>`now()` })
      .where('token_hash', '=', sha256(refreshToken))
      .execute();
  }
  await tx
    .updateTable('session')
    .set({ last_used_at: sql<string>`now()` })
    .where('id', '=', sessionId)
    .execute();
  const successor = successorOf(refreshToken, secret);
  await storeRefreshToken(tx, sessionId, successor);
  return { userId, sessionId, refreshToken: successor };
}

export async function signOut(tx: Tx, actor: Actor): Promise<true> {
  await endSession(tx, actor);
  return true;
}

/**
 * Ends a session of the current user. The error for a session of another user is the same as for an unknown
 * id.
 */
export async function endOwnSession(tx: Tx, actor: Actor, sessionId: string): Promise<true> {
  const own = await tx
    .selectFrom('session')
    .where('id', '=', sessionId)
    .where('user_id', '=', actor.userId)
    .select('id')
    .executeTakeFirst();
  if (own === undefined) throw fieldError('sessionId', 'VALUE_IS_WRONG');
  await endSession(tx, { userId: actor.userId, sessionId: own.id });
  return true;
}

/** Publishes the change, so that the session's live streams end too. */
async function endSession(tx: Tx, { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: sql<string>`now()` })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
  await publishChange(tx, { session: [userId] });
}

/**
 * Ends the user's sessions after a password change, a reset or a deactivation. `except` is the session that
 * made the change.
 */
export async function endSessionsOf(tx: Tx, userId: number, except?: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: sql<string>`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .execute();
  // a screen of the remaining session may show the list of all sessions, which has changed
  await publishChange(tx, { session: [userId] });
}

function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
