import { z } from 'zod';
import { CONTRACT_ATTENTIONS, INVOICE_ATTENTIONS, TRANSPORT_ATTENTIONS } from '../domain/attention.ts';
import { SIDES } from '../domain/side.ts';
import { endpoint } from './endpoint.ts';
import { INVOICE_KINDS } from './search.ts';

export const countAttentions = endpoint({
  method: 'GET',
  path: '/dashboard/attention',
  access: 'user',
  tag: 'Positions',
  summary:
    'Counts contracts, transports and unpaid invoices that need attention. Each count matches the filter of its list.',
  reply: z.object({
    contracts: z.array(
      z.object({ side: z.enum(SIDES), attention: z.enum(CONTRACT_ATTENTIONS), count: z.int() }),
    ),
    transports: z.array(z.object({ attention: z.enum(TRANSPORT_ATTENTIONS), count: z.int() })),
    invoices: z.array(
      z.object({ kind: z.enum(INVOICE_KINDS), attention: z.enum(INVOICE_ATTENTIONS), count: z.int() }),
    ),
  }),
});
export type Attentions = z.output<typeof countAttentions.reply>;
