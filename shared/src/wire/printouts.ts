import { z } from 'zod';
import type { BySide, Side } from '../domain/side.ts';
import { endpoint } from './endpoint.ts';
import { ids, pathId } from './field.ts';

/* Printouts, returned as PDF. */

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
  purchase: confirmation(
    'purchase',
    'Prints the confirmation of a purchase contract for the signatures of both parties.',
  ),
  sales: confirmation(
    'sales',
    'Prints the confirmation of a sales contract for the signatures of both parties.',
  ),
};

export const printTransportOrder = endpoint({
  method: 'GET',
  path: '/contract/print-transport/:id',
  access: 'user',
  tag,
  summary: 'Prints the transport order for the carrier.',
  params: pathId(),
  reply: pdf(),
});

const SETTLEMENTS: BySide<string> = {
  purchase:
    "Prints the statement of a purchase contract's settled transports with the amounts paid to the supplier.",
  sales: "Prints the list of a sales contract's delivered transports.",
};

const settlements = (side: Side) =>
  endpoint({
    method: 'GET',
    path: `/contract/print-settlement-${side}/:id`,
    access: 'user',
    tag,
    summary: SETTLEMENTS[side],
    params: pathId(),
    /** Without ids, all transports that can be printed. */
    query: z.object({ transportId: ids().optional() }),
    reply: pdf(),
  });

export const printSettlements = { purchase: settlements('purchase'), sales: settlements('sales') };
