import { z } from 'zod';
import { SIDES } from '../domain/side.ts';
import { id } from './field.ts';

/** So many contracts are named where a record is used, the rest are counted. */
export const USAGE_SHOWN = 3;

/** The contracts that keep a record from being deleted: how many, and the first of them. */
export const contractUsage = z.object({
  count: z.int(),
  first: z.array(z.object({ side: z.enum(SIDES), contractId: id(), documentNumber: z.string().nullable() })),
});
export type ContractUsage = z.output<typeof contractUsage>;
