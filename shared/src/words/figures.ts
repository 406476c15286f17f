import type { Currency } from '../domain/contract.ts';

/* Formats of numbers and days, for the screen and for printouts. */

/** The text displayed for an empty value. */
export const EMPTY = '-';

/** U+00A0, a space that keeps a number and its unit on one line. */
export const NBSP = '\u00a0';

const SYMBOL: Record<Currency, string> = { PLN: 'zł', EUR: '€', USD: '$' };

/** Empty strings count as missing too, which this type cannot express. */
export type Missing = null | undefined;

export function isMissing(value: unknown): value is Missing {
  return value === null || value === undefined || value === '';
}

/**
 * A Polish number format with the minus sign U+2212. Intl.NumberFormat writes a hyphen, after which a line may
 * break.
 */
export function numberFormat(options: Intl.NumberFormatOptions = {}): (value: number) => string {
  const format = new Intl.NumberFormat('pl-PL', { useGrouping: 'always', ...options });
  return (value) => format.format(value).replace('-', '−');
}

export const formatWhole = numberFormat({ maximumFractionDigits: 0 });
const tonnes3 = numberFormat({ minimumFractionDigits: 3, maximumFractionDigits: 3 });
const upTo2 = numberFormat({ maximumFractionDigits: 2 });
export const formatTwoDecimals = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats a change with its sign: `−30,00 zł/t`, `+5 kg`. */
export function formatSigned(value: number, format: (size: number) => string): string {
  return value > 0 ? `+${format(value)}` : format(value);
}

/** Formats kilograms as tonnes: `1 234,500 t`. */
export function formatTonnes(kilograms: number | Missing): string {
  return isMissing(kilograms) ? EMPTY : `${formatTonnesWithoutUnit(kilograms)}${NBSP}t`;
}

/** Formats kilograms as tonnes without the unit, for columns with the unit in the header. */
export function formatTonnesWithoutUnit(kilograms: number | Missing): string {
  return isMissing(kilograms) ? EMPTY : tonnes3(kilograms / 1000);
}

/** Formats minor units per tonne as a price: `812,50 zł/t`. */
export function formatPrice(minorPerTonne: number | Missing, currency: Currency | null = 'PLN'): string {
  if (isMissing(minorPerTonne)) return EMPTY;
  return `${formatTwoDecimals(minorPerTonne / 100)}${currency === null ? '' : `${NBSP}${SYMBOL[currency]}`}/t`;
}

/**
 * Formats minor units with two decimals and without the unit, for columns with the unit in the header:
 * `1 250,00`.
 */
export function formatPriceWithoutUnit(minor: number | Missing): string {
  return isMissing(minor) ? EMPTY : formatTwoDecimals(minor / 100);
}

export function currencySymbol(currency: Currency): string {
  return SYMBOL[currency];
}

export function formatPercent(percent: number | Missing): string {
  return isMissing(percent) ? EMPTY : `${upTo2(percent)}${NBSP}%`;
}

/**
 * Formats `2026-11-05` as `05/11/2026`. Days are never converted to Date, because a time zone could shift
 * them.
 */
export function formatDate(day: string | Missing): string {
  const parts = dayParts(day);
  return parts === null ? EMPTY : `${parts.day}/${parts.month}/${parts.year}`;
}

// The Swedish locale writes `YYYY-MM-DD`.
const warsawDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw' });

/** Returns today's calendar day in Warsaw, where a day starts earlier than in UTC. */
export function todayInWarsaw(now: Date = new Date()): string {
  return warsawDay.format(now);
}

/** Formats the month `2026-11` as `11/2026`. */
export function formatMonth(month: string): string {
  return month.split('-').toReversed().join('/');
}

/**
 * Formats a range as `05/11/2026 – 20/11/2026`, a single day once, and a range without an end as
 * `od 05/11/2026`.
 */
export function formatDateRange(from: string | Missing, to: string | Missing): string {
  if (isMissing(from)) return isMissing(to) ? EMPTY : `do ${formatDate(to)}`;
  if (isMissing(to)) return `od ${formatDate(from)}`;
  return from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
}

/** Returns the text, or EMPTY for a missing one. */
export function orEmpty(text: string | Missing): string {
  return isMissing(text) ? EMPTY : text;
}

export function dayParts(day: string | Missing): { year: string; month: string; day: string } | null {
  if (isMissing(day)) return null;
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? [];
  return year && month && dayOfMonth ? { year, month, day: dayOfMonth } : null;
}
