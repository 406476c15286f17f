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

/**
 * The kilograms from which the amount of a side is computed: the accepted kilograms, or without them the real
 * kilograms of the settlement. The weight of the transport does not count, because it may have changed since
 * the settlement (customer quality.md, "What is kept").
 */
export function paidKg(side: {
  readonly acceptedQuantity: number | null;
  readonly realQuantityKg: number;
}): Kilograms {
  return kilograms(side.acceptedQuantity ?? side.realQuantityKg);
}

/** The largest number of transports that one call adds to an invoice. */
export const INVOICE_TRANSPORTS_MAX = 200;

/** The largest number of options into which a sale may be split (customer decisions 3). */
export const SALE_OPTIONS_MAX = 5;
/**
 * The screen warns when the transport's weight and the sum of its options differ by more than this (customer
 * decisions 3).
 */
export const SPLIT_WARNING_KG = kilograms(500);

export type SaleOption = { readonly quantityKg: Kilograms; readonly pricePerTonne: MinorUnits };

/**
 * A purchase is settled by the change from TO_BE_SETTLED to SETTLED. The statement may be withdrawn, back to
 * TO_BE_SETTLED, until the purchase is invoiced (customer decisions 3, Correcting a statement).
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
 * The options of a sale may be saved from the release on. Once the sale is invoiced, the screen warns (customer
 * decisions 3).
 * @param expected the status that the client read; a stale form must not overwrite an invoiced sale
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

/**
 * Whether an invoice may be recorded in this status. For a paid settlement the answer is no; whyNotInvoice
 * decides whether it can be re-opened.
 */
export function isInvoiceable(side: Side, status: SettlementStatus): boolean {
  return INVOICEABLE_STATUSES[side].includes(status);
}

/** The status of a side after its invoice is withdrawn (customer decisions 3, Correcting a statement). */
export const STATUS_BEFORE_INVOICE = {
  purchase: 'SETTLED',
  sales: 'TO_BE_SETTLED',
} as const satisfies BySide<SettlementStatus>;

/** The target statuses of the invoice endpoints: recording, paying and withdrawing. */
export type InvoiceTarget = InvoiceStatus | (typeof STATUS_BEFORE_INVOICE)[Side];

/**
 * Whether the change withdraws an invoice or re-opens a paid settlement. Both require an ADMIN and a reason
 * (customer decisions 3).
 */
export function isInvoiceReversal(side: Side, from: SettlementStatus, to: InvoiceTarget): boolean {
  if (from === 'PAID') return to === 'INVOICE';
  return from === 'INVOICE' && to === STATUS_BEFORE_INVOICE[side];
}

/**
 * Any user may change to INVOICE or PAID from a status that isInvoiceable accepts. Only an ADMIN may re-open a
 * paid settlement or withdraw an invoice (customer decisions 3).
 * @returns CANNOT_SET_INVOICE_ON_THIS_STATUS, or FORBIDDEN when a USER requests a change reserved for an ADMIN
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

/** The screen warns when the settled price differs from the contract price by more than this percentage. */
const UNUSUAL_PRICE_PERCENT = 20;

/**
 * Whether a price per tonne differs from the contract price by more than 20 %, which suggests a typing error.
 */
export function isUnusualPrice(pricePerTonne: MinorUnits, contractPrice: MinorUnits): boolean {
  return Math.abs(pricePerTonne - contractPrice) * 100 > contractPrice * UNUSUAL_PRICE_PERCENT;
}

export type InvoiceData = {
  readonly invoiceNumber?: string | null | undefined;
  readonly deliverDate?: string | null | undefined;
  readonly paymentDate?: string | null | undefined;
};

/**
 * INVOICE needs the invoice number and delivery date, PAID also needs the payment date (customer decisions 3).
 */
export function missingInvoiceFields(to: InvoiceStatus, data: InvoiceData): readonly (keyof InvoiceData)[] {
  return [
    ...(data.invoiceNumber ? [] : (['invoiceNumber'] as const)),
    ...(data.deliverDate ? [] : (['deliverDate'] as const)),
    ...(to !== 'PAID' || data.paymentDate ? [] : (['paymentDate'] as const)),
  ];
}

/**
 * The statuses of settlements that a printout lists: a supplier's statement lists settled purchases, and a
 * recipient's list contains every delivery.
 */
export const PRINTED_STATUSES: BySide<readonly SettlementStatus[]> = {
  purchase: ['SETTLED', 'INVOICE', 'PAID'],
  sales: SETTLEMENT_STATUSES,
};

/** Returns why the settlement cannot be listed in the printout of its side, or null. */
export function whyNotPrintSettlement(side: Side, status: SettlementStatus): ErrorCode | null {
  return PRINTED_STATUSES[side].includes(status) ? null : 'CANNOT_PRINT_ON_THIS_STATUS';
}

const STATED_STATUSES: BySide<readonly SettlementStatus[]> = {
  purchase: PRINTED_STATUSES.purchase,
  sales: SETTLEMENT_STATUSES.filter((status) => status !== 'DELIVERED'),
};

/**
 * Returns why a settlement statement cannot list the side, or null. A purchase is listed once it is settled,
 * and a sale from the release on.
 */
export function whyNotStateSettlement(side: Side, status: SettlementStatus): ErrorCode | null {
  return STATED_STATUSES[side].includes(status) ? null : 'CANNOT_PRINT_ON_THIS_STATUS';
}

const MOVABLE_STATUS: BySide<SettlementStatus> = { purchase: 'TO_BE_SETTLED', sales: 'DELIVERED' };

/** Returns why the settlement cannot be moved to another contract, or null (customer decisions 4). */
export function whyNotMoveSettlement(side: Side, status: SettlementStatus): ErrorCode | null {
  return status === MOVABLE_STATUS[side] ? null : 'WRONG_STATUS';
}

/**
 * Whether the price paid to the supplier is below the contract's minimum price. This is a warning, not an error
 * (customer decisions 3).
 */
export function isBelowMinPrice(pricePerTonne: MinorUnits, minPrice: MinorUnits | null): boolean {
  return minPrice !== null && pricePerTonne < minPrice;
}

/** The amount of a sale: each option is rounded separately, then summed (customer decisions 3). */
export function salesAmount(options: readonly SaleOption[]): MinorUnits {
  return minorUnits(
    options.reduce((sum, option) => sum + lineAmount(option.quantityKg, option.pricePerTonne), 0),
  );
}

/** The sum of the options' kilograms, which is the real quantity of the sale (customer decisions 3). */
export function optionsKg(options: readonly Pick<SaleOption, 'quantityKg'>[]): Kilograms {
  return kilograms(options.reduce((sum, option) => sum + option.quantityKg, 0));
}

/**
 * Returns the index of the first option at which the running sum exceeds TRANSPORT_MAX_KG, or -1. The sum is
 * the real quantity of the sale (customer decisions 3), so the limit of a transport applies. The limit also
 * keeps amounts exact. The quantity of a single option is validated by its own field.
 */
export function firstOverweightIndex(quantities: readonly number[]): number {
  return quantities.findIndex(
    (_, index) => quantities.slice(0, index + 1).reduce((sum, kg) => sum + kg, 0) > TRANSPORT_MAX_KG,
  );
}

/** Whether the sum of the options differs from the transport's weight by more than SPLIT_WARNING_KG. */
export function warnsOfSplit(
  transportKg: Kilograms,
  options: readonly Pick<SaleOption, 'quantityKg'>[],
): boolean {
  return Math.abs(transportKg - optionsKg(options)) > SPLIT_WARNING_KG;
}

/**
 * "Do korekty": whether the sent value (kilograms or an amount, null before sending) differs from the current
 * one (customer decisions 3).
 */
export function needsCorrection(sent: number | null, current: number): boolean {
  return sent !== null && sent !== current;
}

/**
 * Whether the corrections of an invoice equal the changes of its sides since the invoice was sent. If they do,
 * no side of the invoice is "do korekty".
 * @param currentAmounts of all sides of the invoice
 */
export function isCorrected(
  { amount, corrections }: { readonly amount: number; readonly corrections: number },
  currentAmounts: readonly number[],
): boolean {
  return currentAmounts.reduce((sum, current) => sum + current, 0) === amount + corrections;
}
