import { CURRENCIES } from './contract.ts';

/** The currency of a record's amounts. MIXED means several currencies; such a record has no margin. */
export const MARGIN_CURRENCIES = [...CURRENCIES, 'MIXED'] as const;
export type MarginCurrency = (typeof MARGIN_CURRENCIES)[number];
