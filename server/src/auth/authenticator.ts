import { DomainError } from '@spichlerz/shared/domain/domain-error';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/tx.ts';
import type { Authenticate } from '../http/route.ts';
import type { AccessTokens } from './access-token.ts';
import { type Actor, setActor } from './actor.ts';
import { findActor } from './session-queries.ts';

/** Disabling a user, ending a session and changing a role take effect within this time. */
const CACHE_MS = 800;
const MAX_CACHED_TOKENS = 5_000;

type CachedActor = {
  readonly actor: Actor;
  /** Milliseconds on the clock of performance.now(). */
  readonly expiresAt: number;
};

export type Authenticator = {
  readonly authenticate: Authenticate;
  /**
   * Removes these users from the cache, or all users if the list is empty. Their next call reads the
   * database.
   */
  invalidate(userIds: readonly number[]): void;
};

/**
 * Identifies the user by the bearer token. The result is cached for less than a second. A screen with ten calls
 * thus needs one query, and every server rejects a disabled user within a second.
 */
export function createAuthenticator(
  db: Db,
  tokens: AccessTokens,
  passwordMaxAgeDays: number | undefined,
): Authenticator {
  const known = new Map<string, CachedActor>();
  const authenticate: Authenticate = async (request) => {
    const actor = await actorOf(request);
    setActor(request, actor);
    return actor;
  };
  const actorOf: Authenticate = async (request) => {
    const token = bearerToken(request);
    // performance.now() is monotonic, Date.now() is not
    const now = performance.now();
    const cached = known.get(token);
    if (cached !== undefined && cached.expiresAt > now) return cached.actor;
    const { sessionId, expiresAt } = await tokens.verify(token);
    const actor = await findActor(db, sessionId, passwordMaxAgeDays);
    if (actor === undefined) {
      known.delete(token);
      throw new DomainError('UNAUTHORIZED');
    }
    // not cached, so that a user who changes an expired password has access at once
    if (actor.passwordExpired) return actor;
    if (known.size >= MAX_CACHED_TOKENS) known.clear();
    known.set(token, { actor, expiresAt: now + Math.min(CACHE_MS, expiresAt - Date.now()) });
    return actor;
  };
  const invalidate = (userIds: readonly number[]) => {
    const isMeant = (userId: number) => userIds.length === 0 || userIds.includes(userId);
    for (const [token, { actor }] of known) if (isMeant(actor.userId)) known.delete(token);
  };
  return { authenticate, invalidate };
}

function bearerToken(request: FastifyRequest): string {
  // the scheme is case-insensitive (RFC 9110, 11.1), and many clients write `bearer`
  const match = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '');
  if (match?.[1] === undefined) throw new DomainError('UNAUTHORIZED');
  return match[1];
}
