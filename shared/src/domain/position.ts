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

/** Positive is long, negative short. */
export function longShortKg(position: { purchase: number; sales: number }): number {
  return position.purchase - position.sales;
}

/** Contractual qualities stand together under this id (decisions 7). */
export const CONTRACTUAL_QUALITY_ID = 0;
