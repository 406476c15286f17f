const DAY_MS = 86_400_000;

/** Calendar days are text; UTC has no daylight saving time that would shift a day. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the days between two dates, positive when `to` is later. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
}

/** Returns the next first of July, because a season runs from July to June. */
export function nextSeasonStart(today: string): string {
  const thisYears = `${today.slice(0, 4)}-07-01`;
  return today < thisYears ? thisYears : `${Number(today.slice(0, 4)) + 1}-07-01`;
}

export const earlier = (one: string, other: string): string => (one < other ? one : other);
export const later = (one: string, other: string): string => (one > other ? one : other);
