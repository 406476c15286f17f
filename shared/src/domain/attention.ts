/**
 * Kinds of attention. Each is a filter of the contract or transport list, so the list opened from a count
 * shows exactly the counted rows.
 */

/** A sale that is not fully covered is reported this many days before its receipt range ends. */
export const NEAR_END_DAYS = 14;

export const CONTRACT_ATTENTIONS = [
  /**
   * The sale's receipt range has ended or ends within NEAR_END_DAYS, and its allocated and realized quantity
   * is below its tolerance.
   */
  'NOT_COVERED',
  /** The receipt range has ended and the delivered quantity is below the tolerance. */
  'PAST_RANGE',
  /** The agreement of an open contract is not signed. */
  'UNSIGNED',
  /**
   * The delivered quantity is within the tolerance and no transport is in progress: "do rozliczenia"
   * (customer decisions 5).
   */
  'TO_CLOSE',
] as const;
export type ContractAttention = (typeof CONTRACT_ATTENTIONS)[number];

/** The largest usual difference between two laboratories, in the unit of the parameter. */
export const READING_DIFFERENCE = 0.5;
export const WEIGHT_LOSS_PERCENT = 0.5;

export const TRANSPORT_ATTENTIONS = [
  /** The unloading day has passed, and the transport is neither delivered nor cancelled. */
  'LATE',
  /** Delivered, but the unloaded weight is not confirmed. */
  'TO_RELEASE',
  /** Released but not settled: the purchase, the sale or the freight. */
  'PURCHASE_TO_SETTLE',
  'SALES_TO_SETTLE',
  'FREIGHT_TO_SETTLE',
  /** The statement was sent to the supplier, and the supplier's invoice has not arrived. */
  'PURCHASE_TO_INVOICE',
  /** The sale is settled, and our invoice has not been sent. */
  'SALES_TO_INVOICE',
  /** Released and not settled, and a rule of the contract has no reading for its parameter. */
  'READING_MISSING',
  /** A reading of an unsettled side lies beyond the acceptance limit of a rule. */
  'READING_REFUSED',
  /** The readings of loading and recipient differ by more than READING_DIFFERENCE before the settlement. */
  'READINGS_DIFFER',
  /** The weight lost between the tickets is above WEIGHT_LOSS_PERCENT, and the freight is not settled. */
  'WEIGHT_LOST',
] as const;
export type TransportAttention = (typeof TRANSPORT_ATTENTIONS)[number];

/** Unpaid invoices (customer invoices.md, "Do zrobienia"); the list of invoices shows them with its own filters. */
export const INVOICE_ATTENTIONS = [
  /** The due date has passed. */
  'OVERDUE',
  /** There is neither a KSeF number, which a bank transfer must name, nor a marker. */
  'WITHOUT_KSEF',
] as const;
export type InvoiceAttention = (typeof INVOICE_ATTENTIONS)[number];
