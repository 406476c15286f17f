/**
 * Converts a typed or pasted date to `YYYY-MM-DD`: 05/11/2026, 5.11.2026 r., 5-11-26, 05112026, 051126,
 * 2026-11-05. Null for other text and for a date that does not exist. A two-digit year is in this century.
 */
export function parseDay(typed: string): string | null {
  const text = typed.trim().replace(/\s*r\.?$/, '');
  const iso = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(text);
  if (iso) return day(iso[1], iso[2], iso[3]);
  const parted = /^(\d{1,2})\s*[./\- ]\s*(\d{1,2})\s*[./\- ]\s*(\d{4}|\d{2})$/.exec(text);
  if (parted) return day(parted[3], parted[2], parted[1]);
  const together = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text);
  if (together) return day(together[3], together[2], together[1]);
  return null;
}

/**
 * Like `parseDay`, but only for text that is complete: a two-digit year may get two more digits, and the day
 * of 2026-11-0 may get one more.
 */
export function parseWholeDay(typed: string): string | null {
  const isWhole = /\D\d{4}$|^\d{8}$|^\d{4}-\d{1,2}-\d{2}$/.test(typed.trim());
  return isWhole ? parseDay(typed) : null;
}

function day(yearText = '', monthText = '', dayText = ''): string | null {
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const month = Number(monthText);
  const dayOfMonth = Number(dayText);
  if (year < 1900 || year > 2199 || month < 1 || month > 12) return null;
  if (dayOfMonth < 1 || dayOfMonth > daysIn(year, month)) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && parseDay(value) === value;
}
