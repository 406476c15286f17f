import { CURRENCIES } from './contract.ts';

/** The currency of a record's amounts, or MIXED when they have several, and the record so has no margin. */
export const MARGIN_CURRENCIES = [...CURRENCIES, 'MIXED'] as const;
export type MarginCurrency = (typeof MARGIN_CURRENCIES)[number];
