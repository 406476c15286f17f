import { z } from 'zod';
import { CONTRACT_ATTENTIONS, TRANSPORT_ATTENTIONS } from '../domain/attention.ts';
import { SIDES } from '../domain/side.ts';
import { endpoint } from './endpoint.ts';

export const countAttentions = endpoint({
  method: 'GET',
  path: '/dashboard/attention',
  access: 'user',
  tag: 'Positions',
  summary:
    'Counts contracts and transports with pending work. Each count matches the `attention` filter of its list.',
  reply: z.object({
    contracts: z.array(
      z.object({ side: z.enum(SIDES), attention: z.enum(CONTRACT_ATTENTIONS), count: z.int() }),
    ),
    transports: z.array(z.object({ attention: z.enum(TRANSPORT_ATTENTIONS), count: z.int() })),
  }),
});
export type Attentions = z.output<typeof countAttentions.reply>;
