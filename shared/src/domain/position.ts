import type { ContractStatus } from './contract.ts';
import { type Kilograms, kilograms } from './units.ts';

/** Statuses that still count for the position (decisions 7). */
export const OPEN_STATUSES = ['NEW', 'ACTIVE', 'NEXT_SEASON'] as const satisfies readonly ContractStatus[];
const OPEN = new Set<ContractStatus>(OPEN_STATUSES);

/** What a contract still adds to the position: what is not delivered of an open contract (decisions 7). */
export function openPositionKg(contract: {
  status: ContractStatus;
  quantityKg: Kilograms;
  deliveredKg: Kilograms;
}): Kilograms {
  return kilograms(OPEN.has(contract.status) ? Math.max(0, contract.quantityKg - contract.deliveredKg) : 0);
}

/** Calendar days YYYY-MM-DD, both ends included; an absent end is unbounded. */
export type DayRange = { readonly from: string | null; readonly to: string | null };

/** A contract counts whole when its receipt range overlaps the asked one; an allocation warns when two do not. */
export function doRangesOverlap(one: DayRange, other: DayRange): boolean {
  return startsBeforeEnd(one.from, other.to) && startsBeforeEnd(other.from, one.to);
}

function startsBeforeEnd(from: string | null, to: string | null): boolean {
  return from === null || to === null || from <= to;
}

/** Positive is long, negative short. */
export function longShortKg(position: { purchase: number; sales: number }): number {
  return position.purchase - position.sales;
}

/** Contractual qualities stand together under this id (decisions 7). */
export const CONTRACTUAL_QUALITY_ID = 0;
