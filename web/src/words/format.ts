import type { Currency } from '@spichlerz/shared/domain/contract';
import {
  currencySymbol,
  dayParts,
  EMPTY,
  formatTonnes,
  isMissing,
  type Missing,
  NBSP,
} from '@spichlerz/shared/words/figures';

// paper says these alike, so both ends have them from one place
export {
  currencySymbol,
  EMPTY,
  formatDate,
  formatDateRange,
  formatPercent,
  formatPrice,
  formatPriceWithoutUnit,
  formatTonnes,
  orEmpty,
} from '@spichlerz/shared/words/figures';

const whole = new Intl.NumberFormat('pl-PL', { useGrouping: 'always', maximumFractionDigits: 0 });
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

/** What is left of a contract, as `1 234,500 t`; below zero it is a surplus and told as such. */
export function formatRemaining(kilograms: number | Missing): string {
  const surplus = -(kilograms ?? 0);
  return surplus > 0 ? `nadwyżka ${formatTonnes(surplus)}` : formatTonnes(kilograms);
}

/** Whole tonnes, rounded up, for narrow list columns only. */
export function formatWholeTonnes(kilograms: number | Missing): string {
  return isMissing(kilograms) ? EMPTY : `${whole.format(Math.ceil(kilograms / 1000))}${NBSP}t`;
}

/** Minor units as an amount with 0 to 2 decimals: `1 250 zł`, `812,5 zł` becomes `812,50 zł`. */
export function formatMoney(minor: number | Missing, currency: Currency = 'PLN'): string {
  return isMissing(minor) ? EMPTY : `${formatMoneyBare(minor)}${NBSP}${currencySymbol(currency)}`;
}

export function formatMoneyBare(minor: number | Missing): string {
  if (isMissing(minor)) return EMPTY;
  return (minor % 100 === 0 ? whole : exactly2).format(minor / 100);
}

/** `2026-11-05` as `05/11/26`. */
export function formatShortDate(day: string | Missing): string {
  const parts = dayParts(day);
  return parts === null ? EMPTY : `${parts.day}/${parts.month}/${parts.year.slice(2)}`;
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

const HOUR_MS = 3_600_000;

/** Until another day begins in Warsaw, in milliseconds. Midnight there is at a full hour, also where clocks are changed. */
export function untilTomorrow(now: Date = new Date()): number {
  const day = today(now);
  let next = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  while (today(new Date(next)) === day) next += HOUR_MS;
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
