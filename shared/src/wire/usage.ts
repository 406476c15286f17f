import { z } from 'zod';
import { SIDES } from '../domain/side.ts';
import { id } from './field.ts';

/** How many of the contracts that use a record are named; the others are only counted. */
export const USAGE_SHOWN = 3;

/** The contracts that keep a record from being deleted: how many, and the first of them. */
export const contractUsage = z.object({
  count: z.int(),
  first: z.array(z.object({ side: z.enum(SIDES), contractId: id(), documentNumber: z.string().nullable() })),
});
export type ContractUsage = z.output<typeof contractUsage>;
