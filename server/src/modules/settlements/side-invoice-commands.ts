import { DomainError, type ErrorCode } from '@spichlerz/shared/domain/domain-error';
import {
  type InvoiceData,
  type InvoiceTarget,
  isInvoiceReversal,
  missingInvoiceFields,
  optionsKg,
  salesAmount,
  whyNotInvoice,
} from '@spichlerz/shared/domain/settlement';
import { type BySide, INVOICE_KIND, type Side } from '@spichlerz/shared/domain/side';
import { type Kilograms, lineAmount, type MinorUnits } from '@spichlerz/shared/domain/units';
import type { Actor } from '../../auth/actor.ts';
import { patched } from '../../db/patched.ts';
import type { Tx } from '../../db/tx.ts';
import { writeInvoicedSide } from '../invoices/invoice-audit-commands.ts';
import { keepsCorrections } from '../invoices/invoice-queries.ts';
import { storedOptions } from './sale-options.ts';
import { assertAllowedIfCurrent, type LockedSide, lockSide, writeSide } from './settlement-side.ts';

export { lockSidesOf } from './settlement-side.ts';

export type Invoice = InvoiceData & {
  readonly settlementId: number;
  readonly status: InvoiceTarget;
  readonly invoiceDate?: string | null | undefined;
  readonly ksefNumber?: string | null | undefined;
  readonly details?: string | null | undefined;
  readonly reason?: string | undefined;
  readonly version?: number | undefined;
};

type SentColumns = { readonly sent_amount_minor: MinorUnits; readonly sent_quantity_kg?: Kilograms };

/**
 * Returns the amount that an invoice of the side stores now. For a sale, also returns the kilograms of this
 * amount; a purchase keeps the kilograms that were stored with its statement.
 */
const invoicedColumns: BySide<(tx: Tx, side: LockedSide) => Promise<SentColumns>> = {
  purchase: async (_tx, { columns, unloadedKg }) => ({
    sent_amount_minor: lineAmount(
      columns.accepted_kg ?? columns.sent_quantity_kg ?? unloadedKg,
      columns.price_minor_per_tonne,
    ),
  }),
  sales: async (tx, { settlementId, columns, unloadedKg }) => {
    const whole = {
      quantity_kg: columns.accepted_kg ?? unloadedKg,
      price_minor_per_tonne: columns.price_minor_per_tonne,
    };
    const stored = columns.accepted_kg === null ? await storedOptions(tx, settlementId) : [];
    const options = (stored.length > 0 ? stored : [whole]).map((option) => ({
      quantityKg: option.quantity_kg,
      pricePerTonne: option.price_minor_per_tonne,
    }));
    return { sent_amount_minor: salesAmount(options), sent_quantity_kg: optionsKg(options) };
  },
};

/** The API fields of the data that an invoice requires. */
const INVOICE_FIELD: BySide<Record<keyof InvoiceData, string>> = {
  purchase: {
    invoiceNumber: 'purchaseInvoiceNumber',
    deliverDate: 'purchaseDeliverDate',
    paymentDate: 'purchasePaymentDate',
  },
  sales: {
    invoiceNumber: 'salesInvoiceNumber',
    deliverDate: 'salesDeliverDate',
    paymentDate: 'salesPaymentDate',
  },
};

/**
 * Records an invoice or its payment. Omitted fields keep their stored values. With a reason, an ADMIN
 * re-opens a paid side (PAID → INVOICE) or reverts its invoice, which clears its numbers and all dates but
 * the delivery date (customer decisions 3).
 */
export async function invoiceSettlement(tx: Tx, actor: Actor, side: Side, invoice: Invoice): Promise<true> {
  const locked = await lockSide(tx, side, { settlementId: invoice.settlementId });
  const { status, invoice_number, deliver_date, payment_date, details } = locked.columns;
  assertAllowedIfCurrent(locked, invoice.version, whyNotInvoice(side, status, invoice.status, actor.role));
  const isReversal = isInvoiceReversal(side, status, invoice.status);
  const isUnexplained = isReversal && invoice.reason === undefined;
  assertAllowedIfCurrent(locked, invoice.version, isUnexplained ? 'VALUE_IS_MISSING' : null, 'reason');
  const data = {
    invoiceNumber: patched(invoice.invoiceNumber, invoice_number),
    deliverDate: patched(invoice.deliverDate, deliver_date),
    paymentDate: patched(invoice.paymentDate, payment_date),
  };
  const kind = INVOICE_KIND[side];
  const own = {
    details: patched(invoice.details, details),
    reason: invoice.reason,
    expectedVersion: invoice.version,
  };
  if (invoice.status !== 'INVOICE' && invoice.status !== 'PAID') {
    const to = invoice.status;
    const takenOff = { kind, number: null, transportId: locked.transportId, reason: own.reason };
    await writeInvoicedSide(tx, actor, takenOff, () =>
      writeSide(tx, actor, side, locked, {
        action: 'invoiceTakenBack',
        columns: {
          status: to,
          invoice_number: null,
          payment_date: null,
          invoice_date: null,
          ksef_number: null,
          details: own.details,
          ...REVERTED_AMOUNT[side],
        },
        reason: own.reason,
        expectedVersion: own.expectedVersion,
      }),
    );
    return true;
  }
  const missing = missingInvoiceFields(invoice.status, data);
  if (missing.length > 0) {
    const fields = missing.map((field) => ({
      path: INVOICE_FIELD[side][field],
      code: 'VALUE_IS_MISSING' as ErrorCode,
    }));
    throw new DomainError('INVOICE_DATA_INCOMPLETE', { fields });
  }
  const invoiceDate = patched(invoice.invoiceDate, locked.columns.invoice_date);
  const written = { kind, number: data.invoiceNumber, transportId: locked.transportId };
  // a payment sends no new invoice, so the sent amount and a pending correction stay
  const isPayment =
    invoice.status === 'PAID' && status === 'INVOICE' && data.invoiceNumber === invoice_number;
  // with corrections the amount stays, because they already contain the later changes of the settlement
  const keepsAmount =
    isReversal ||
    isPayment ||
    (await keepsCorrections(tx, { ...written, day: invoiceDate ?? data.deliverDate }));
  await writeInvoicedSide(tx, actor, written, async () =>
    writeSide(tx, actor, side, locked, {
      action: isReversal ? 'reopened' : 'invoiced',
      columns: {
        status: invoice.status,
        invoice_number: data.invoiceNumber,
        deliver_date: data.deliverDate,
        payment_date: data.paymentDate,
        invoice_date: invoiceDate,
        ksef_number: patched(invoice.ksefNumber, locked.columns.ksef_number),
        details: own.details,
        ...(!keepsAmount && (await invoicedColumns[side](tx, locked))),
      },
      reason: own.reason,
      expectedVersion: own.expectedVersion,
    }),
  );
  return true;
}

/** A purchase keeps the amount of its statement. A sale without an invoice has no sent amount. */
const REVERTED_AMOUNT: BySide<{ sent_amount_minor?: null; sent_quantity_kg?: null }> = {
  purchase: {},
  sales: { sent_amount_minor: null, sent_quantity_kg: null },
};
