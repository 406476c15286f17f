import type { Currency } from '@spichlerz/shared/domain/contract';
import {
  currencySymbol,
  dayParts,
  EMPTY,
  formatDate,
  formatTonnes,
  formatTwoDecimals,
  formatWhole,
  isMissing,
  type Missing,
  NBSP,
  todayInWarsaw,
} from '@spichlerz/shared/words/figures';

const weekday = new Intl.DateTimeFormat('pl-PL', { weekday: 'short', timeZone: 'UTC' });
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

/** The remaining quantity of a contract as `1 234,500 t`. A negative quantity is shown as a surplus. */
export function formatRemaining(kilograms: number | Missing): string {
  const surplus = -(kilograms ?? 0);
  return surplus > 0 ? `nadwyżka ${formatTonnes(surplus)}` : formatTonnes(kilograms);
}

/** Whole tonnes, rounded up, for narrow list columns only. */
export function formatWholeTonnes(kilograms: number | Missing): string {
  return isMissing(kilograms) ? EMPTY : `${formatWhole(Math.ceil(kilograms / 1000))}${NBSP}t`;
}

/** Minor units as an amount, with two decimals unless the amount is whole: `1 250 zł`, `812,50 zł`. */
export function formatMoney(minor: number | Missing, currency: Currency = 'PLN'): string {
  return isMissing(minor) ? EMPTY : `${formatMoneyBare(minor)}${NBSP}${currencySymbol(currency)}`;
}

export function formatMoneyBare(minor: number | Missing): string {
  if (isMissing(minor)) return EMPTY;
  return (minor % 100 === 0 ? formatWhole : formatTwoDecimals)(minor / 100);
}

/** `2026-11-05` as `05/11/26`. */
export function formatShortDate(day: string | Missing): string {
  const parts = dayParts(day);
  return parts === null ? EMPTY : `${parts.day}/${parts.month}/${parts.year.slice(2)}`;
}

/** `2026-11-05` as `czw. 05/11/2026`. */
export function formatWeekday(day: string): string {
  // the date and the formatter use UTC, so that no time zone shifts the day
  return `${weekday.format(new Date(`${day}T00:00:00Z`))} ${formatDate(day)}`;
}

/** An ISO 8601 moment as `05/11/2026, 14:05` in Warsaw. */
export function formatDateTime(moment: string | Missing): string {
  const parts = momentParts(moment);
  return parts === null ? EMPTY : `${parts.day}/${parts.month}/${parts.year}, ${parts.hour}:${parts.minute}`;
}

/** The time of day of a moment in Warsaw: `14:05:09`. */
export function formatTime(moment: string | number | Missing): string {
  const parts = momentParts(moment);
  return parts === null ? EMPTY : `${parts.hour}:${parts.minute}:${parts.second}`;
}

const HOUR_MS = 3_600_000;

/**
 * Milliseconds until the next day in Warsaw. Midnight there is always at a full hour of UTC, also when the
 * clocks change.
 */
export function untilTomorrow(now: Date = new Date()): number {
  const day = todayInWarsaw(now);
  let next = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  while (todayInWarsaw(new Date(next)) === day) next += HOUR_MS;
  return next - now.getTime();
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

/** Keeps a phone or registration number on one line. */
export function noBreak(number: string): string {
  return number.replaceAll(' ', NBSP);
}

/** Adds a full stop unless the text ends with one: `… Sp. z o.o.` */
export function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
