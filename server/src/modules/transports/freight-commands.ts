import { Refusal, refuseField, refuseIf, refuseUnseen } from '@spichlerz/shared/domain/refusal';
import {
  missingFreightFields,
  type TransportStatus,
  whyNotSettleFreight,
} from '@spichlerz/shared/domain/transport';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type { settleFreight as settleCall } from '@spichlerz/shared/wire/transports';
import { changedFields, recordHistory } from '../../db/record-change.ts';
import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { aboutTruck, announceTruck, type LockedTruck, lockTruck, writeTruck } from './truck-lock.ts';

/** What the carrier is owed and whether it was invoiced or paid (decisions 2). */
export async function settleFreight(tx: Tx, actor: Actor, freight: BodyOf<typeof settleCall>): Promise<true> {
  const truck = await lockTruck(tx, freight.transportId);
  if (truck === undefined) throw refuseField('transportId', 'TRANSPORT_NOT_FOUND');
  const { row } = truck;
  refuseUnseen(freight.version, row.version);
  refuseIf(whyNotSettleFreight(row.status), 'status');
  refuseMissingFreight(freight.status, {
    invoiceNumber: freight.transportInvoiceNumber,
    invoiceDate: freight.transportInvoiceCreateDate,
    paymentDate: freight.transportPaymentDate,
  });
  const columns = {
    status: freight.status,
    freight_minor: freight.realTransportPrice,
    freight_invoice_number: freight.transportInvoiceNumber ?? null,
    freight_invoice_date: freight.transportInvoiceCreateDate ?? null,
    freight_payment_date: freight.transportPaymentDate ?? null,
    comment: freight.comment ?? null,
    ...(freight.details !== undefined && { details: freight.details }),
  };
  await writeTruck(tx, row, columns);
  await recordHistory(tx, actor, {
    ...aboutTruck(row),
    action: 'freightSettled',
    changes: changedFields<object>(row, columns),
  });
  await announceTruck(tx, row.id, [row.purchase_id, row.sales_id]);
  return true;
}

type Freight = Parameters<typeof missingFreightFields>[1];

export function storedFreight(row: LockedTruck['row']): Freight {
  return {
    invoiceNumber: row.freight_invoice_number,
    invoiceDate: row.freight_invoice_date,
    paymentDate: row.freight_payment_date,
  };
}

export function refuseMissingFreight(to: TransportStatus, freight: Freight): void {
  const missing = missingFreightFields(to, freight);
  if (missing.length === 0) return;
  throw new Refusal('INVOICE_DATA_INCOMPLETE', {
    fields: missing.map((path) => ({ path, code: 'VALUE_IS_MISSING' as const })),
  });
}
