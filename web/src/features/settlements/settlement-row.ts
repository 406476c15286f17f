import { isInvoiceable, type SettlementStatus } from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { SettlementListRow as WireRow } from '@spichlerz/shared/wire/settlements';
import type { PaymentTerm } from '../../components/due-date.ts';
import type { DialogTransport } from '../transports/dialog-transport.ts';
import { NOT_INVOICEABLE, PAID_STAYS } from './settlement-texts.ts';

/** A settlement with the `id` that table rows need. */
export type SettlementRow = WireRow & { readonly id: number };

export function withIds(page: { list: WireRow[]; filtered: number; total: number }) {
  return { ...page, list: page.list.map((row): SettlementRow => ({ ...row, id: row.settlementId })) };
}

type OwnSide = {
  readonly status: SettlementStatus;
  readonly invoiceNumber: string | null;
  readonly deliverDate: string | null;
  readonly paymentDate: string | null;
  readonly issueDate: string | null;
  readonly ksefNumber: string | null;
};

const OWN: BySide<(row: SettlementRow) => OwnSide> = {
  purchase: (row) => ({
    status: row.purchaseSettlementStatus,
    invoiceNumber: row.purchaseInvoiceNumber,
    deliverDate: row.purchaseDeliverDate,
    paymentDate: row.purchasePaymentDate,
    issueDate: row.purchaseInvoiceDate,
    ksefNumber: row.purchaseKsefNumber,
  }),
  sales: (row) => ({
    status: row.salesSettlementStatus,
    invoiceNumber: row.salesInvoiceNumber,
    deliverDate: row.salesDeliverDate,
    paymentDate: row.salesPaymentDate,
    issueDate: row.salesInvoiceDate,
    ksefNumber: row.salesKsefNumber,
  }),
};

/** Returns the fields of one side that both sides of a settlement have. */
export function ownSide(side: Side, row: SettlementRow): OwnSide {
  return OWN[side](row);
}

/**
 * Whether the sale is settled in several options. A purchase is never split, although its row contains the
 * options of the sale.
 */
export function isSplit(side: Side, row: SettlementRow): boolean {
  return side === 'sales' && row.options.length > 1;
}

/**
 * Whether a save with these values pays an invoice that is already entered. The invoice then keeps its amount,
 * even if the side was settled again after the invoice was saved.
 */
export function isPayment(
  side: Side,
  row: SettlementRow,
  typed: { isPaid: boolean; number: string },
): boolean {
  const { status, invoiceNumber } = ownSide(side, row);
  return typed.isPaid && status === 'INVOICE' && invoiceNumber === typed.number.trim();
}

/** The amount of the invoice of the side, which a payment leaves unchanged. */
export const sentAmountOf = ({ sentAmount, amount }: SettlementRow): number => sentAmount ?? amount;

/** The payment term of the contract, for the due date of an invoice. */
export function paymentTermOf(side: Side, row: SettlementRow): PaymentTerm {
  const { paymentDate, deliverDate } = ownSide(side, row);
  return {
    dueDate: paymentDate,
    deliveryDate: deliverDate ?? row.dateUnloading,
    paymentDays: row.contractPaymentDays,
  };
}

/**
 * The reason why an invoice cannot be entered, or null. A paid settlement must be
 * re-opened first, with a reason.
 */
export function whyNotEnterInvoice(side: Side, row: SettlementRow): string | null {
  const { status } = ownSide(side, row);
  if (status === 'PAID') return PAID_STAYS;
  return isInvoiceable(side, status) ? null : NOT_INVOICEABLE[side];
}

export function dialogTransportOf(row: SettlementRow): DialogTransport {
  return {
    transportId: row.transportId,
    version: row.transportVersion,
    registrationNumber: row.registrationNumber,
    status: row.transportStatus,
    isReturned: false,
    isGmp: row.isGmp,
    purchaseId: row.purchaseId,
    salesId: row.salesId,
    recipient: row.salesRecipient.name,
    dateUnloading: row.dateUnloading,
    quantityKg: row.quantityKg,
    realQuantityKg: row.transportQuantity,
  };
}
