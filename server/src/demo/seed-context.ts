import type { z } from 'zod';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../db/tx.ts';
import type { Random } from './demo-random.ts';

/** The transaction, date and users with which the demo company is created. */
export type SeedContext = {
  readonly tx: Tx;
  readonly today: string;
  readonly random: Random;
  readonly admin: Actor;
  readonly traders: readonly [Actor, ...Actor[]];
};

/** Validates a body as the endpoint does, so that the demo company obeys the rules. */
export function bodyOf<Body extends z.ZodType>(
  endpoint: { readonly path: string; readonly body?: Body },
  body: z.input<Body>,
): z.output<Body> {
  if (endpoint.body === undefined) throw new TypeError(`${endpoint.path} takes no body`);
  return endpoint.body.parse(body);
}
