import { z } from 'zod';
import type { BySide, Side } from '../domain/side.ts';
import { endpoint } from './endpoint.ts';
import { ids, pathId } from './field.ts';

/* Documents to print: each is answered as a PDF. */

const tag = 'Printouts';

const pdf = () => z.file().mime('application/pdf');

const confirmation = (side: Side, summary: string) =>
  endpoint({
    method: 'GET',
    path: `/contract/print-${side}/:id`,
    access: 'user',
    tag,
    summary,
    params: pathId(),
    reply: pdf(),
  });

export const printContract = {
  purchase: confirmation('purchase', 'The confirmation of a purchase contract, for both parties to sign.'),
  sales: confirmation('sales', 'The confirmation of a sales contract, for both parties to sign.'),
};

export const printTransportOrder = endpoint({
  method: 'GET',
  path: '/contract/print-transport/:id',
  access: 'user',
  tag,
  summary: 'The order that a carrier drives by.',
  params: pathId(),
  reply: pdf(),
});

const SETTLEMENTS: BySide<string> = {
  purchase: "The statement of a purchase contract's settled trucks, with what the supplier is paid.",
  sales: "The list of a sales contract's delivered trucks.",
};

const settlements = (side: Side) =>
  endpoint({
    method: 'GET',
    path: `/contract/print-settlement-${side}/:id`,
    access: 'user',
    tag,
    summary: SETTLEMENTS[side],
    params: pathId(),
    /** Without ids all trucks that can be printed. */
    query: z.object({ transportId: ids().optional() }),
    reply: pdf(),
  });

export const printSettlements = { purchase: settlements('purchase'), sales: settlements('sales') };
