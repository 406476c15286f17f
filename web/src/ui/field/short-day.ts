import { parseDay } from './parse-day.ts';

/** Formats a moment as a `YYYY-MM-DD` date in the company's time zone. */
const WARSAW = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw' });

export const todayInWarsaw = (): string => WARSAW.format();

/**
 * Completes a date without a year, such as 5.11 or 0511, with the year that brings it nearest to today. Call
 * it only for finished input: 15.1 is also the start of 15.12.
 */
export function parseShortDay(typed: string, today: string): string | null {
  const text = typed.trim();
  const [, dayText, monthText] =
    /^(\d{1,2})\s*[./\- ]\s*(\d{1,2})\.?$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text) ?? [];
  if (dayText === undefined) return null;
  const now = Date.parse(today);
  const distance = (one: string) => Math.abs(Date.parse(one) - now);
  const thisYear = Number(today.slice(0, 4));
  const [nearest] = [thisYear, thisYear - 1, thisYear + 1]
    .map((year) => parseDay(`${dayText}.${monthText}.${year}`))
    .filter((one) => one !== null)
    .toSorted((one, other) => distance(one) - distance(other));
  return nearest ?? null;
}
