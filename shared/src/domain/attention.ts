/*
 * Kinds of records that need attention ("Do zrobienia"). Each kind is a filter of the list of contracts,
 * transports or invoices, so a list that is opened from a count shows exactly the counted rows.
 */

/** A sale that is not fully covered is reported from this many days before the end of its receipt range. */
export const NEAR_END_DAYS = 14;

export const CONTRACT_ATTENTIONS = [
  /**
   * The sale's receipt range has ended or ends within NEAR_END_DAYS, and its allocated plus realized quantity
   * is below the lower end of the tolerance range.
   */
  'NOT_COVERED',
  /** The receipt range has ended, and the delivered quantity is below the lower end of the tolerance range. */
  'PAST_RANGE',
  /** The agreement of an open contract is not signed. */
  'UNSIGNED',
  /**
   * The delivered quantity reaches the lower end of the tolerance range and no transport is in progress: "do
   * rozliczenia" (customer decisions 5).
   */
  'TO_CLOSE',
] as const;
export type ContractAttention = (typeof CONTRACT_ATTENTIONS)[number];

/** The largest usual difference between the readings of two laboratories, in the unit of the parameter. */
export const READING_DIFFERENCE = 0.5;
export const WEIGHT_LOSS_PERCENT = 0.5;

export const TRANSPORT_ATTENTIONS = [
  /** The unloading day has passed, and the transport is neither delivered nor cancelled. */
  'LATE',
  /** The transport is delivered and not released yet. */
  'TO_RELEASE',
  /**
   * For these three kinds, the transport is released or returned, but its purchase, its sale or its freight is
   * not settled.
   */
  'PURCHASE_TO_SETTLE',
  'SALES_TO_SETTLE',
  'FREIGHT_TO_SETTLE',
  /** The statement was sent to the supplier, and the supplier's invoice has not arrived. */
  'PURCHASE_TO_INVOICE',
  /** The sale is settled, and our invoice has not been sent. */
  'SALES_TO_INVOICE',
  /** A side is released but not settled, and a parameter of its contract's discount rules has no reading. */
  'READING_MISSING',
  /** A reading of an unsettled side lies beyond the acceptance limit of a rule. */
  'READING_REFUSED',
  /**
   * The readings of loading and recipient differ by more than READING_DIFFERENCE, or their yes-or-no answers
   * differ. At least one side is not settled.
   */
  'READINGS_DIFFER',
  /** The weight lost between the weigh tickets is above WEIGHT_LOSS_PERCENT, and the freight is not settled. */
  'WEIGHT_LOST',
] as const;
export type TransportAttention = (typeof TRANSPORT_ATTENTIONS)[number];

/**
 * Kinds of unpaid invoices that need attention (customer invoices.md, "Do zrobienia"). Each kind is a filter of
 * the invoice list.
 */
export const INVOICE_ATTENTIONS = [
  /** The due date has passed. */
  'OVERDUE',
  /** The invoice has neither a KSeF number nor a marker. A bank transfer must name the KSeF number. */
  'WITHOUT_KSEF',
] as const;
export type InvoiceAttention = (typeof INVOICE_ATTENTIONS)[number];
