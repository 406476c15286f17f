import { z } from 'zod';
import { SIDES } from '../domain/side.ts';
import { id } from './field.ts';

/** The largest number of contracts in `first` of contractUsage. */
export const USAGE_SHOWN = 3;

/** The contracts that prevent the deletion of a record: their number and the newest of them. */
export const contractUsage = z.object({
  count: z.int(),
  first: z.array(z.object({ side: z.enum(SIDES), contractId: id(), documentNumber: z.string().nullable() })),
});
export type ContractUsage = z.output<typeof contractUsage>;
