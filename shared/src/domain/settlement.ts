import type { ErrorCode } from './domain-error.ts';
import type { Role } from './role.ts';
import type { BySide, Side } from './side.ts';
import {
  type Kilograms,
  kilograms,
  lineAmount,
  type MinorUnits,
  minorUnits,
  TRANSPORT_MAX_KG,
} from './units.ts';

export const SETTLEMENT_STATUSES = ['DELIVERED', 'TO_BE_SETTLED', 'SETTLED', 'INVOICE', 'PAID'] as const;
export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number];

export const INVOICE_STATUSES = ['INVOICE', 'PAID'] as const satisfies readonly SettlementStatus[];
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** A sale may be split into this many options (decisions 3). */
export const SALE_OPTIONS_MAX = 5;
/** The screen warns when the truck and its options differ by more than this (decisions 3). */
export const SPLIT_WARNING_KG = kilograms(500);

export type SaleOption = { readonly quantityKg: Kilograms; readonly pricePerTonne: MinorUnits };

/**
 * A purchase is settled from TO_BE_SETTLED to SETTLED. Until it is invoiced the statement may be taken back: SETTLED to
 * TO_BE_SETTLED (decisions 3, Correcting a statement).
 */
export function whyNotSettlePurchase(
  status: SettlementStatus,
  requested: SettlementStatus = 'SETTLED',
): ErrorCode | null {
  const isStep =
    (status === 'TO_BE_SETTLED' && requested === 'SETTLED') ||
    (status === 'SETTLED' && requested === 'TO_BE_SETTLED');
  return isStep ? null : 'WRONG_STATUS';
}

/**
 * Options of a sale may be saved from the release on; after the invoice the screen warns (decisions 3).
 * @param expected the status that the caller saw: a stale screen must not overwrite an invoiced sale
 */
export function whyNotSaveOptions(
  status: SettlementStatus,
  expected: SettlementStatus = status,
): ErrorCode | null {
  return status === 'DELIVERED' || expected !== status ? 'WRONG_STATUS' : null;
}

const INVOICEABLE_STATUSES: BySide<readonly SettlementStatus[]> = {
  purchase: ['SETTLED', 'INVOICE'],
  sales: ['TO_BE_SETTLED', 'INVOICE'],
};

/** Whether an invoice may be recorded in this status; re-opening a paid one is another step (whyNotInvoice). */
export function isInvoiceable(side: Side, status: SettlementStatus): boolean {
  return INVOICEABLE_STATUSES[side].includes(status);
}

/** The status that a side returns to when its invoice is taken back (decisions 3, Correcting a statement). */
export const STATUS_BEFORE_INVOICE = {
  purchase: 'SETTLED',
  sales: 'TO_BE_SETTLED',
} as const satisfies BySide<SettlementStatus>;

/** The statuses that the invoice calls set: recording, paying and taking back. */
export type InvoiceTarget = InvoiceStatus | (typeof STATUS_BEFORE_INVOICE)[Side];

/** Whether the step takes an invoice back or re-opens a paid one: an ADMIN's step that needs a reason (decisions 3). */
export function isInvoiceReversal(side: Side, from: SettlementStatus, to: InvoiceTarget): boolean {
  if (from === 'PAID') return to === 'INVOICE';
  return from === 'INVOICE' && to === STATUS_BEFORE_INVOICE[side];
}

/**
 * INVOICE and PAID are recorded by any user where the side allows an invoice. PAID → INVOICE and taking the invoice back
 * are an ADMIN's (decisions 3).
 * @returns CANNOT_SET_INVOICE_ON_THIS_STATUS, or FORBIDDEN when a USER asks for an ADMIN's step
 */
export function whyNotInvoice(
  side: Side,
  from: SettlementStatus,
  to: InvoiceTarget,
  role: Role,
): ErrorCode | null {
  if (isInvoiceReversal(side, from, to)) return role === 'ADMIN' ? null : 'FORBIDDEN';
  const isRecording = to === 'INVOICE' || to === 'PAID';
  return isRecording && isInvoiceable(side, from) ? null : 'CANNOT_SET_INVOICE_ON_THIS_STATUS';
}

/** The screen warns when the settled price differs from the contract's by more than this part. */
const UNUSUAL_PRICE_PERCENT = 20;

/** Whether a price per tonne is more than 20 % away from the contract's, as a mistyped one is. */
export function isUnusualPrice(pricePerTonne: MinorUnits, contractPrice: MinorUnits): boolean {
  return Math.abs(pricePerTonne - contractPrice) * 100 > contractPrice * UNUSUAL_PRICE_PERCENT;
}

export type InvoiceData = {
  readonly invoiceNumber?: string | null | undefined;
  readonly deliverDate?: string | null | undefined;
  readonly paymentDate?: string | null | undefined;
};

/** INVOICE needs number and delivery date, PAID the payment date as well (decisions 3). */
export function missingInvoiceFields(to: InvoiceStatus, data: InvoiceData): readonly (keyof InvoiceData)[] {
  return [
    ...(data.invoiceNumber ? [] : (['invoiceNumber'] as const)),
    ...(data.deliverDate ? [] : (['deliverDate'] as const)),
    ...(to !== 'PAID' || data.paymentDate ? [] : (['paymentDate'] as const)),
  ];
}

/** A supplier's statement lists the trucks that were settled, a recipient's list every delivered truck. */
export const PRINTED_STATUSES: BySide<readonly SettlementStatus[]> = {
  purchase: ['SETTLED', 'INVOICE', 'PAID'],
  sales: SETTLEMENT_STATUSES,
};

/** Whether a paper of this side may name a truck whose settlement has this status. */
export function whyNotPrintSettlement(side: Side, status: SettlementStatus): ErrorCode | null {
  return PRINTED_STATUSES[side].includes(status) ? null : 'CANNOT_PRINT_ON_THIS_STATUS';
}

const MOVABLE_STATUS: BySide<SettlementStatus> = { purchase: 'TO_BE_SETTLED', sales: 'DELIVERED' };

/** Which status a side moves from to another contract (decisions 4). */
export function whyNotMoveSettlement(side: Side, status: SettlementStatus): ErrorCode | null {
  return status === MOVABLE_STATUS[side] ? null : 'WRONG_STATUS';
}

/** Warns that the supplier would be paid less per tonne than the contract's minimum price (decisions 3). */
export function isBelowMinPrice(pricePerTonne: MinorUnits, minPrice: MinorUnits | null): boolean {
  return minPrice !== null && pricePerTonne < minPrice;
}

/** What a sale comes to: the amount of each option rounded by itself, then summed (decisions 3). */
export function salesAmount(options: readonly SaleOption[]): MinorUnits {
  return minorUnits(
    options.reduce((sum, option) => sum + lineAmount(option.quantityKg, option.pricePerTonne), 0),
  );
}

/** The kilograms of all options together, which are the real quantity of the sale (decisions 3). */
export function optionsKg(options: readonly Pick<SaleOption, 'quantityKg'>[]): Kilograms {
  return kilograms(options.reduce((sum, option) => sum + option.quantityKg, 0));
}

/**
 * The index of the first option at which the sum so far exceeds what one transport may weigh, or -1. The sum becomes the
 * real quantity of the sale (decisions 3), so it has the same limit; that also keeps amounts exact. Each number is
 * taken as it is, because a single wrong one is refused by the check of its own field.
 */
export function firstOverweightIndex(quantities: readonly number[]): number {
  return quantities.findIndex(
    (_, index) => quantities.slice(0, index + 1).reduce((sum, kg) => sum + kg, 0) > TRANSPORT_MAX_KG,
  );
}

/** quantityTooBigOrSmall: the options differ from the truck by more than the threshold. */
export function warnsOfSplit(
  transportKg: Kilograms,
  options: readonly Pick<SaleOption, 'quantityKg'>[],
): boolean {
  return Math.abs(transportKg - optionsKg(options)) > SPLIT_WARNING_KG;
}

/** "Do korekty": what was sent (kilograms or an amount, null before) differs from what holds now (decisions 3). */
export function needsCorrection(sent: number | null, current: number): boolean {
  return sent !== null && sent !== current;
}
