import { z } from 'zod';
import { CURRENCIES } from '../domain/contract.ts';
import { COST_KINDS, COSTS_MAX } from '../domain/margin.ts';
import { endpoint } from './endpoint.ts';
import { optionalRemark, pathId, positiveMoney } from './field.ts';

/*
 * The costs of a transport besides its freight. They reduce the margin of the transport (customer
 * unloading.md).
 */

const tag = 'Transports';

const cost = z.object({
  kind: z.enum(COST_KINDS),
  amount: positiveMoney(),
  currency: z.enum(CURRENCIES),
  note: optionalRemark(),
});
export type TransportCostBody = z.output<typeof cost>;

const transportCosts = z.object({
  costs: z.array(
    z.object({
      kind: z.enum(COST_KINDS),
      amount: z.int(),
      currency: z.enum(CURRENCIES),
      note: z.string().nullable(),
    }),
  ),
  /** The version of the transport. */
  version: z.int(),
});
export type TransportCosts = z.output<typeof transportCosts>;

export const getTransportCosts = endpoint({
  method: 'GET',
  path: '/contract/transport-costs/:id',
  access: 'user',
  tag,
  summary: 'Returns the costs of a transport besides its freight.',
  params: pathId(),
  reply: transportCosts,
});

export const changeTransportCosts = endpoint({
  method: 'PUT',
  path: '/contract/transport-costs/:id',
  access: 'user',
  tag,
  summary: 'Replaces the costs of a transport besides its freight.',
  params: pathId(),
  body: z.object({ costs: z.array(cost).max(COSTS_MAX), version: z.int().optional() }),
  reply: transportCosts,
});
