import { assertAllowed, assertVersion, DomainError, fieldError } from '@spichlerz/shared/domain/domain-error';
import {
  missingFreightFields,
  type TransportStatus,
  whyNotSettleFreight,
} from '@spichlerz/shared/domain/transport';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type { settleFreight as settleCall } from '@spichlerz/shared/wire/transports';
import { changedFields, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { patched } from '../../db/patched.ts';
import type { Tx } from '../../db/tx.ts';
import { writeInvoicedSide } from '../invoices/invoice-audit-commands.ts';
import {
  type LockedTransport,
  lockTransport,
  publishTransportChange,
  transportAuditEntry,
  writeTransport,
} from './transport-lock.ts';

type FreightSettlement = BodyOf<typeof settleCall> & {
  /** Links the transport to this carrier in the same write, so that it joins no invoice by its previous number. */
  readonly carrierId?: number | undefined;
};

/**
 * Settles the freight cost with the carrier (customer decisions 2). Omitted fields keep their stored values.
 */
export async function settleFreight(tx: Tx, actor: Actor, freight: FreightSettlement): Promise<true> {
  const transport = await lockTransport(tx, freight.transportId);
  if (transport === undefined) throw fieldError('transportId', 'TRANSPORT_NOT_FOUND');
  const { row } = transport;
  assertVersion(freight.version, row.version);
  assertAllowed(whyNotSettleFreight(row.status), 'status');
  const columns = {
    status: freight.status,
    freight_minor: freight.freightAmount,
    freight_invoice_number: patched(freight.transportInvoiceNumber, row.freight_invoice_number),
    freight_invoice_date: patched(freight.transportInvoiceCreateDate, row.freight_invoice_date),
    freight_payment_date: patched(freight.transportPaymentDate, row.freight_payment_date),
    freight_ksef_number: patched(freight.transportKsefNumber, row.freight_ksef_number),
    comment: patched(freight.comment, row.comment),
    details: patched(freight.details, row.details),
    carrier_id: patched(freight.carrierId, row.carrier_id),
  };
  assertFreightComplete(freight.status, storedFreight(columns));
  const written = { kind: 'FREIGHT', number: columns.freight_invoice_number, transportId: row.id } as const;
  await writeInvoicedSide(tx, actor, written, () => writeTransport(tx, row, columns));
  await writeAuditEntry(tx, actor, {
    ...transportAuditEntry(row),
    action: 'freightSettled',
    changes: changedFields<object>(row, columns),
  });
  await publishTransportChange(tx, row.id, [row.purchase_id, row.sales_id]);
  return true;
}

type Freight = Parameters<typeof missingFreightFields>[1];

type FreightColumns = Pick<
  LockedTransport['row'],
  'freight_invoice_number' | 'freight_invoice_date' | 'freight_payment_date'
>;

export function storedFreight(row: FreightColumns): Freight {
  return {
    invoiceNumber: row.freight_invoice_number,
    invoiceDate: row.freight_invoice_date,
    paymentDate: row.freight_payment_date,
  };
}

export function assertFreightComplete(to: TransportStatus, freight: Freight): void {
  const missing = missingFreightFields(to, freight);
  if (missing.length === 0) return;
  throw new DomainError('INVOICE_DATA_INCOMPLETE', {
    fields: missing.map((path) => ({ path, code: 'VALUE_IS_MISSING' as const })),
  });
}
