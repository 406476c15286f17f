import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { OwnSession, SessionUser } from '@spichlerz/shared/wire/session';
import { sql } from 'kysely';
import type { Db } from '../db/tx.ts';
import type { Actor } from './actor.ts';

/** A password is expired if another user set it, or if it is older than the configured maximum age. */
const isExpired = (maxAgeDays: number | undefined) =>
  maxAgeDays === undefined
    ? sql<boolean>`u.password_expired`
    : sql<boolean>`u.password_expired or u.password_changed_at < now() - make_interval(days => ${maxAgeDays})`;

/** @returns undefined when the session has ended or its user is disabled */
export async function findActor(
  db: Db,
  sessionId: string,
  passwordMaxAgeDays: number | undefined,
): Promise<Actor | undefined> {
  return db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('u.active', '=', true)
    .select([
      'u.id as userId',
      'u.role',
      's.id as sessionId',
      isExpired(passwordMaxAgeDays).as('passwordExpired'),
    ])
    .executeTakeFirst();
}

export async function getMe(db: Db, actor: Actor): Promise<SessionUser> {
  const me = await db
    .selectFrom('app_user')
    .where('id', '=', actor.userId)
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email', 'role'])
    .executeTakeFirst();
  if (me === undefined) throw notFoundInPath('USER_NOT_FOUND');
  return { ...me, passwordExpired: actor.passwordExpired };
}

/** Lists the current user's live sessions, the most recently used first. */
export async function listOwnSessions(db: Db, actor: Actor): Promise<OwnSession[]> {
  const sessions = await db
    .selectFrom('session')
    .where('user_id', '=', actor.userId)
    .where('ended_at', 'is', null)
    .where('last_used_at', '>', sql<string>`now() - interval '14 days'`)
    .orderBy('last_used_at', 'desc')
    .select(['id', 'device', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .execute();
  return sessions.map((session) => ({ ...session, isCurrent: session.id === actor.sessionId }));
}
