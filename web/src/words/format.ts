import type { Currency } from '@spichlerz/shared/domain/contract';

/** An empty value on the screen. */
export const EMPTY = '-';

const tonnes3 = new Intl.NumberFormat('pl-PL', {
  useGrouping: 'always',
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
});
const whole = new Intl.NumberFormat('pl-PL', { useGrouping: 'always', maximumFractionDigits: 0 });
const upTo2 = new Intl.NumberFormat('pl-PL', { useGrouping: 'always', maximumFractionDigits: 2 });
const exactly2 = new Intl.NumberFormat('pl-PL', {
  useGrouping: 'always',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const warsaw = new Intl.DateTimeFormat('pl-PL', {
  timeZone: 'Europe/Warsaw',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** An empty string is missing too. */
type Missing = null | undefined;
const SYMBOL: Record<Currency, string> = { PLN: 'zł', EUR: '€', USD: '$' };
/** U+00A0, so a figure never breaks away from its unit at a line's end. */
const NBSP = '\u00a0';

function isMissing(value: unknown): value is Missing {
  return value === null || value === undefined || value === '';
}

/** Kilograms as tonnes: `1 234,500 t`. */
export function formatTonnes(kilograms: number | Missing): string {
  return isMissing(kilograms) ? EMPTY : `${formatTonnesBare(kilograms)}${NBSP}t`;
}

/** The same without the unit. */
function formatTonnesBare(kilograms: number | Missing): string {
  return isMissing(kilograms) ? EMPTY : tonnes3.format(kilograms / 1000);
}

/** Whole tonnes, rounded up, for narrow list columns only. */
export function formatWholeTonnes(kilograms: number | Missing): string {
  return isMissing(kilograms) ? EMPTY : `${whole.format(Math.ceil(kilograms / 1000))}${NBSP}t`;
}

/** Minor units as an amount with 0 to 2 decimals: `1 250 zł`, `812,5 zł` becomes `812,50 zł`. */
export function formatMoney(minor: number | Missing, currency: Currency = 'PLN'): string {
  return isMissing(minor) ? EMPTY : `${formatMoneyBare(minor)}${NBSP}${SYMBOL[currency]}`;
}

export function formatMoneyBare(minor: number | Missing): string {
  if (isMissing(minor)) return EMPTY;
  return (minor % 100 === 0 ? whole : exactly2).format(minor / 100);
}

/** A price: minor units per tonne as `812,50 zł/t`. */
export function formatPrice(minorPerTonne: number | Missing, currency: Currency = 'PLN'): string {
  if (isMissing(minorPerTonne)) return EMPTY;
  return `${exactly2.format(minorPerTonne / 100)}${NBSP}${SYMBOL[currency]}/t`;
}

export function formatPriceBare(minorPerTonne: number | Missing): string {
  return isMissing(minorPerTonne) ? EMPTY : exactly2.format(minorPerTonne / 100);
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

/** `2026-11-05` as `05/11/26`. */
export function formatShortDate(day: string | Missing): string {
  const parts = dayParts(day);
  return parts === null ? EMPTY : `${parts.day}/${parts.month}/${parts.year.slice(2)}`;
}

/** `05/11/2026 – 20/11/2026`, and one day only once. */
export function formatDateRange(from: string | Missing, to: string | Missing): string {
  if (isMissing(from) && isMissing(to)) return EMPTY;
  return from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
}

/** An ISO 8601 moment as `05/11/2026, 14:05` in Warsaw. */
export function formatDateTime(moment: string | Missing): string {
  const parts = momentParts(moment);
  return parts === null ? EMPTY : `${parts.day}/${parts.month}/${parts.year}, ${parts.hour}:${parts.minute}`;
}

/** The clock of a moment, `14:05:09`, in Warsaw. */
export function formatTime(moment: string | number | Missing): string {
  const parts = momentParts(moment);
  return parts === null ? EMPTY : `${parts.hour}:${parts.minute}:${parts.second}`;
}

/** Today's calendar day in Warsaw as `YYYY-MM-DD`. */
export function today(now: Date = new Date()): string {
  const parts = momentParts(now.getTime());
  return parts === null ? '' : `${parts.year}-${parts.month}-${parts.day}`;
}

/** The text itself, or the sign of an empty value. */
export function orEmpty(text: string | Missing): string {
  return isMissing(text) ? EMPTY : text;
}

function dayParts(day: string | Missing): { year: string; month: string; day: string } | null {
  if (isMissing(day)) return null;
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? [];
  return year && month && dayOfMonth ? { year, month, day: dayOfMonth } : null;
}

type MomentPart = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

function momentParts(moment: string | number | Missing): Record<MomentPart, string> | null {
  if (isMissing(moment)) return null;
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return null;
  const parts = { year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of warsaw.formatToParts(date))
    if (type in parts) parts[type as MomentPart] = value;
  return parts;
}
