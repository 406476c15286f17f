import { parseDay } from './parse-day.ts';

/** Writes the day of a moment as `YYYY-MM-DD`, in the company's time zone, whatever the computer's. */
const WARSAW = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw' });

export const todayInWarsaw = (): string => WARSAW.format();

/**
 * The day that a day and a month without a year mean, 5.11 or 0511: of this year, the last or the next one, whichever
 * is nearest to today. Only for what somebody has finished typing: on the way to 15.12 stands 15.1.
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
