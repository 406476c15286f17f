import type { Currency } from '../domain/contract.ts';

/*
 * How figures and days are written, on the screen and on paper alike.
 */

/** Stands for an empty value. */
export const EMPTY = '-';

/** U+00A0, so a figure never breaks away from its unit at a line's end. */
export const NBSP = '\u00a0';

const SYMBOL: Record<Currency, string> = { PLN: 'zł', EUR: '€', USD: '$' };

/** An empty string is missing too. */
export type Missing = null | undefined;

export function isMissing(value: unknown): value is Missing {
  return value === null || value === undefined || value === '';
}

const tonnes3 = new Intl.NumberFormat('pl-PL', {
  useGrouping: 'always',
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
});
const upTo2 = new Intl.NumberFormat('pl-PL', { useGrouping: 'always', maximumFractionDigits: 2 });
const exactly2 = new Intl.NumberFormat('pl-PL', {
  useGrouping: 'always',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Kilograms as tonnes: `1 234,500 t`. */
export function formatTonnes(kilograms: number | Missing): string {
  return isMissing(kilograms) ? EMPTY : `${formatTonnesWithoutUnit(kilograms)}${NBSP}t`;
}

/** The same without the unit, which stands in the header. */
export function formatTonnesWithoutUnit(kilograms: number | Missing): string {
  return isMissing(kilograms) ? EMPTY : tonnes3.format(kilograms / 1000);
}

/** A price: minor units per tonne as `812,50 zł/t`. */
export function formatPrice(minorPerTonne: number | Missing, currency: Currency | null = 'PLN'): string {
  if (isMissing(minorPerTonne)) return EMPTY;
  return `${exactly2.format(minorPerTonne / 100)}${currency === null ? '' : `${NBSP}${SYMBOL[currency]}`}/t`;
}

/** Minor units as a figure with two decimals, its unit in the header: `1 250,00`. */
export function formatPriceWithoutUnit(minor: number | Missing): string {
  return isMissing(minor) ? EMPTY : exactly2.format(minor / 100);
}

export function currencySymbol(currency: Currency): string {
  return SYMBOL[currency];
}

export function formatPercent(percent: number | Missing): string {
  return isMissing(percent) ? EMPTY : `${upTo2.format(percent)}%`;
}

/** `2026-11-05` as `05/11/2026`. Calendar days never become a Date: a time zone could move them. */
export function formatDate(day: string | Missing): string {
  const parts = dayParts(day);
  return parts === null ? EMPTY : `${parts.day}/${parts.month}/${parts.year}`;
}

/** `05/11/2026 – 20/11/2026`, one day only once, and a range of one end as `od 05/11/2026`. */
export function formatDateRange(from: string | Missing, to: string | Missing): string {
  if (isMissing(from)) return isMissing(to) ? EMPTY : `do ${formatDate(to)}`;
  if (isMissing(to)) return `od ${formatDate(from)}`;
  return from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
}

/** The text itself, or the sign of an empty value. */
export function orEmpty(text: string | Missing): string {
  return isMissing(text) ? EMPTY : text;
}

export function dayParts(day: string | Missing): { year: string; month: string; day: string } | null {
  if (isMissing(day)) return null;
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? [];
  return year && month && dayOfMonth ? { year, month, day: dayOfMonth } : null;
}
