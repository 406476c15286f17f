import { DomainError } from '@spichlerz/shared/domain/domain-error';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/tx.ts';
import type { Authenticate } from '../http/route.ts';
import type { AccessTokens } from './access-token.ts';
import { type Actor, setActor } from './actor.ts';
import { findActor } from './session-queries.ts';

/** A disabled person, an ended session or a changed role takes effect within this time. */
const CACHE_MS = 800;
const MAX_CACHED_TOKENS = 5_000;

type CachedActor = {
  readonly actor: Actor;
  /** By performance.now(). */
  readonly expiresAt: number;
};

export type Authenticator = {
  readonly authenticate: Authenticate;
  /** Makes the next call of these people, or of everybody when none is named, ask the database again. */
  invalidate(userIds: readonly number[]): void;
};

/**
 * Who calls, from the bearer token. The answer is trusted for under a second, so that a screen of ten calls asks
 * the database once, and a disabled person is out within a second on every server.
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
    // unlike Date.now() this clock is never put back
    const now = performance.now();
    const remembered = known.get(token);
    if (remembered !== undefined && remembered.expiresAt > now) return remembered.actor;
    const { sessionId, expiresAt } = await tokens.verify(token);
    const actor = await findActor(db, sessionId, passwordMaxAgeDays);
    if (actor === undefined) {
      known.delete(token);
      throw new DomainError('UNAUTHORIZED');
    }
    // not remembered, so that whoever changes an expired password can go on at once
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
  // the name of a scheme may be written in any case (RFC 9110, 11.1), and many clients write `bearer`
  const match = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '');
  if (match?.[1] === undefined) throw new DomainError('UNAUTHORIZED');
  return match[1];
}
