import {
  CONTRACT_ATTENTIONS,
  INVOICE_ATTENTIONS,
  TRANSPORT_ATTENTIONS,
} from '@spichlerz/shared/domain/attention';
import { SIDES } from '@spichlerz/shared/domain/side';
import { type Attentions, countAttentions } from '@spichlerz/shared/wire/attention';
import { INVOICE_KINDS } from '@spichlerz/shared/wire/search';
import type { Db } from '../../db/tx.ts';
import type { Router } from '../../http/route.ts';
import { countContractAttentions } from '../contracts/contract-attention-queries.ts';
import { countInvoiceAttentions } from '../invoices/invoice-queries.ts';
import { countTransportAttentions } from '../transports/transport-attention-queries.ts';
import { singleFlight } from './single-flight.ts';

export function attentionRoutes(router: Router): void {
  // every open screen requests these counts after every change, and the counts are equal for all users
  const countForAll = singleFlight(countAll);
  router.query(countAttentions, (db) => countForAll(db));
}

async function countAll(db: Db): Promise<Attentions> {
  const contracts = await countContractAttentions(db);
  const transports = await countTransportAttentions(db);
  const invoices = await countInvoiceAttentions(db);
  return {
    contracts: SIDES.flatMap((side) =>
      CONTRACT_ATTENTIONS.map((attention) => ({ side, attention, count: contracts[side][attention] })),
    ),
    transports: TRANSPORT_ATTENTIONS.map((attention) => ({ attention, count: transports[attention] })),
    invoices: INVOICE_ATTENTIONS.flatMap((attention) =>
      INVOICE_KINDS.map((kind) => ({ kind, attention, count: invoices[kind][attention] })),
    ),
  };
}
