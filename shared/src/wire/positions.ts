import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { checkRangeOrder, day, id, withRules } from './field.ts';

export const position = z.object({
  id: id(),
  translatePl: z.string(),
  purchase: z.int(),
  sales: z.int(),
  details: z.array(z.object({ id: z.int(), title: z.string(), purchase: z.int(), sales: z.int() })),
});
export type Position = z.output<typeof position>;

export const listPositions = endpoint({
  method: 'POST',
  path: '/dashboard/position',
  access: 'user',
  tag: 'Positions',
  summary: 'Lists the open kilograms of purchases and sales per raw material and quality.',
  body: withRules(z.object({ dateFrom: day().optional(), dateTo: day().optional() }), checkRangeOrder),
  reply: z.array(position),
});

export const listDeliveryMonths = endpoint({
  method: 'POST',
  path: '/dashboard/position-months',
  access: 'user',
  tag: 'Positions',
  summary:
    'Lists the open kilograms of one raw material by the month in which the receipt range ends: OVERDUE first, YYYY-MM, NEXT_SEASON last.',
  body: withRules(
    z.object({ rawMaterialId: id(), dateFrom: day().optional(), dateTo: day().optional() }),
    checkRangeOrder,
  ),
  reply: z.array(z.object({ bucket: z.string(), purchase: z.int(), sales: z.int() })),
});
