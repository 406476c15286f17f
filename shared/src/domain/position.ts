import type { ContractStatus } from './contract.ts';
import { type Kilograms, kilograms } from './units.ts';

/** Statuses of contracts that count for the position (customer decisions 7). */
export const OPEN_STATUSES = ['NEW', 'ACTIVE', 'NEXT_SEASON'] as const satisfies readonly ContractStatus[];
const OPEN = new Set<ContractStatus>(OPEN_STATUSES);

/**
 * The contribution of a contract to the position: the undelivered quantity of an open contract, or 0
 * (customer decisions 7).
 */
export function openPositionKg(contract: {
  status: ContractStatus;
  quantityKg: Kilograms;
  deliveredKg: Kilograms;
}): Kilograms {
  return kilograms(OPEN.has(contract.status) ? Math.max(0, contract.quantityKg - contract.deliveredKg) : 0);
}

/** Calendar days YYYY-MM-DD including both ends. A null end is unbounded. */
export type DayRange = { readonly from: string | null; readonly to: string | null };

/** Whether two ranges share a day. */
export function doRangesOverlap(one: DayRange, other: DayRange): boolean {
  return startsBeforeEnd(one.from, other.to) && startsBeforeEnd(other.from, one.to);
}

function startsBeforeEnd(from: string | null, to: string | null): boolean {
  return from === null || to === null || from <= to;
}

/** The position in kilograms: positive is long, negative is short. */
export function longShortKg(position: { purchase: number; sales: number }): number {
  return position.purchase - position.sales;
}

/** The quality id under which all contractual qualities are summed (customer decisions 7). */
export const CONTRACTUAL_QUALITY_ID = 0;

export const OVERDUE = 'OVERDUE';
export const NEXT_SEASON = 'NEXT_SEASON';

/** Kilograms due in one delivery month `YYYY-MM`, or in the bucket OVERDUE or NEXT_SEASON. */
export type DueQuantity = { bucket: string; purchase: number; sales: number };

/**
 * Sorts buckets for display and adds empty months: OVERDUE, every month from the first to the last,
 * NEXT_SEASON.
 */
export function fillDeliveryMonths(due: readonly DueQuantity[]): DueQuantity[] {
  const known = new Map(due.map((each) => [each.bucket, each]));
  const months = [...known.keys()].filter((bucket) => /^\d{4}-\d{2}$/.test(bucket)).toSorted();
  const of = (bucket: string): DueQuantity => known.get(bucket) ?? { bucket, purchase: 0, sales: 0 };
  return [
    ...(known.has(OVERDUE) ? [of(OVERDUE)] : []),
    ...monthsBetween(months[0], months.at(-1)).map(of),
    ...(known.has(NEXT_SEASON) ? [of(NEXT_SEASON)] : []),
  ];
}

/** Returns the months `YYYY-MM` from the first to the last, or none when either is undefined. */
export function monthsBetween(first: string | undefined, last: string | undefined): string[] {
  const months: string[] = [];
  if (first === undefined || last === undefined) return months;
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
