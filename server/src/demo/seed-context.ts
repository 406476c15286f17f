import type { z } from 'zod';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../db/tx.ts';
import type { Random } from './demo-random.ts';

/** Where the demo company works: its transaction, its day, its people. */
export type SeedContext = {
  readonly tx: Tx;
  readonly today: string;
  readonly random: Random;
  readonly admin: Actor;
  readonly traders: readonly [Actor, ...Actor[]];
};

/** The body as the call of the API would hand it on, so that the demo company cannot contradict the rules. */
export function bodyOf<Body extends z.ZodType>(
  endpoint: { readonly path: string; readonly body?: Body },
  body: z.input<Body>,
): z.output<Body> {
  if (endpoint.body === undefined) throw new TypeError(`${endpoint.path} takes no body`);
  return endpoint.body.parse(body);
}
