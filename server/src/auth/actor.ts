import { DomainError } from '@spichlerz/shared/domain/domain-error';
import type { Role } from '@spichlerz/shared/domain/role';
import type { FastifyRequest } from 'fastify';

/** The signed-in user on whose behalf a call runs. */
export type Actor = {
  readonly userId: number;
  readonly role: Role;
  readonly sessionId: string;
  readonly passwordExpired: boolean;
};

const actors = new WeakMap<FastifyRequest, Actor>();

export function setActor(request: FastifyRequest, actor: Actor): void {
  actors.set(request, actor);
}

/** Returns undefined for a request that has not been authenticated. */
export function findCurrentActor(request: FastifyRequest): Actor | undefined {
  return actors.get(request);
}

export function currentActor(request: FastifyRequest): Actor {
  const actor = actors.get(request);
  if (actor === undefined) throw new DomainError('UNAUTHORIZED');
  return actor;
}
