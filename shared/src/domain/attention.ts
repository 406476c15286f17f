/**
 * What waits for somebody to act. Each is a filter of the list of contracts or of transports, so that the list opened
 * from a count shows exactly what was counted.
 */

/** How many days before its end a sale that is not covered begins to matter. */
export const NEAR_END_DAYS = 14;

export const CONTRACT_ATTENTIONS = [
  /**
   * A sale whose receipt range is over or ends within NEAR_END_DAYS, and for which less is allocated and on trucks than
   * its tolerance asks for.
   */
  'NOT_COVERED',
  /** The receipt range is over and less was delivered than the tolerance asks for. */
  'PAST_RANGE',
  /** The agreement of an open contract is not signed. */
  'UNSIGNED',
  /** Delivered within its tolerance with nothing on the way: "do rozliczenia" (decisions 5). */
  'TO_CLOSE',
] as const;
export type ContractAttention = (typeof CONTRACT_ATTENTIONS)[number];

/** Invoices whose payment date has passed: the supplier's, ours, the carrier's. */
export const OVERDUE_INVOICES = ['PURCHASE_OVERDUE', 'SALES_OVERDUE', 'FREIGHT_OVERDUE'] as const;
export type OverdueInvoice = (typeof OVERDUE_INVOICES)[number];

export const TRANSPORT_ATTENTIONS = [
  /** Its day of unloading is over, and it has neither come nor been called off. */
  'LATE',
  /** Delivered, the unloaded kilograms not yet confirmed. */
  'TO_RELEASE',
  /** Released, and not settled yet: what the supplier gets, what the recipient pays, what the carrier gets. */
  'PURCHASE_TO_SETTLE',
  'SALES_TO_SETTLE',
  'FREIGHT_TO_SETTLE',
  /** The supplier's statement was sent, the invoice has not come. */
  'PURCHASE_TO_INVOICE',
  /** What the recipient pays is settled, the invoice has not gone out. */
  'SALES_TO_INVOICE',
  ...OVERDUE_INVOICES,
] as const;
export type TransportAttention = (typeof TRANSPORT_ATTENTIONS)[number];

/** Whether the list is one of overdue invoices, the only ones that can be sorted by payment date. */
export const isOverdueInvoice = (
  attention: TransportAttention | null | undefined,
): attention is OverdueInvoice => OVERDUE_INVOICES.some((one) => one === attention);
