import { allowedKg, type ContractBalance, type ContractStatus, isEnded, toAllocateKg } from './contract.ts';
import type { ErrorCode } from './domain-error.ts';
import { type Kilograms, kilograms } from './units.ts';

/** What one purchase promised to one sale, and what the trucks between them count for. */
export type Allocation = {
  /** May be negative after over-delivered trucks moved away: flooring would re-issue their kilograms. */
  readonly commitKg: Kilograms;
  /** Σ eff of the allocation's transports. */
  readonly effKg: Kilograms;
};

export const NO_ALLOCATION: Allocation = { commitKg: kilograms(0), effKg: kilograms(0) };

/** A contract as the quantity rules see it. */
export type TradedContract = ContractBalance & {
  readonly rawMaterialId: number;
  readonly status: ContractStatus;
};

/** Promised and not yet on a truck: max(0, commit − Σ eff) (decisions 1). */
export function openKg(allocation: Allocation): Kilograms {
  return kilograms(Math.max(0, allocation.commitKg - allocation.effKg));
}

/** allocate-contract sets open(allocation), so the allocation's commitment becomes Σ eff + open (decisions 1). */
export function commitmentForOpen(allocation: Allocation, wantedOpenKg: Kilograms): Kilograms {
  return kilograms(allocation.effKg + wantedOpenKg);
}

/**
 * An allocation with a closed or cancelled contract takes no more goods and holds nothing open: what a truck gives back there
 * belongs to the other contract again (decisions 1 and 5).
 */
export function hasEnded(
  purchase: Pick<TradedContract, 'status'>,
  sale: Pick<TradedContract, 'status'>,
): boolean {
  return isEnded(purchase.status) || isEnded(sale.status);
}

/**
 * Why this much cannot be open between the two contracts. Lowering is always allowed; raising needs the same raw
 * material, contracts that have not ended, and room below planMax of both (decisions 1).
 */
export function whyNotAllocate(
  purchase: TradedContract,
  sale: TradedContract,
  allocation: Allocation,
  wantedOpenKg: Kilograms,
): ErrorCode | null {
  if (purchase.rawMaterialId !== sale.rawMaterialId) return 'CONTRACT_IS_NOT_COMPATIBLE';
  const raiseKg = wantedOpenKg - openKg(allocation);
  if (raiseKg <= 0) return null;
  if (hasEnded(purchase, sale)) return 'CONTRACT_IS_NOT_COMPATIBLE';
  if (raiseKg > allowedKg('purchase', purchase) || raiseKg > allowedKg('sales', sale)) {
    return 'ALLOCATE_QUANTITY_IS_TO_BIG';
  }
  return null;
}

/**
 * What the allocation dialog offers: the lesser of the sale's to-allocate and the purchase's allowed, plus what is open
 * between the two already (decisions 1).
 */
export function offeredKg(
  purchase: ContractBalance,
  sale: ContractBalance,
  allocation: Allocation,
): Kilograms {
  const free = Math.min(toAllocateKg(sale), allowedKg('purchase', purchase));
  return kilograms(Math.max(0, free) + openKg(allocation));
}

/** What both contracts still let us plan together, tolerances included, beyond what their allocation has open. */
export function planRoomKg(purchase: ContractBalance, sale: ContractBalance): Kilograms {
  return kilograms(Math.min(allowedKg('purchase', purchase), allowedKg('sales', sale)));
}

/** The most that may be open between the two: what whyNotAllocate still lets through, tolerances included. */
export function allocatableKg(
  purchase: ContractBalance,
  sale: ContractBalance,
  allocation: Allocation,
): Kilograms {
  return kilograms(planRoomKg(purchase, sale) + openKg(allocation));
}

export type AllocationWarning =
  | 'moreThanContractValues'
  | 'moreThanSaleValue'
  | 'moreThanPurchaseValue'
  | 'requiredGmp'
  | 'requiredCert'
  | 'requiredCertAndGmp';

/** Between the nominal remainder and planMax an allocation is allowed, but warned about (decisions 1). */
export function quantityWarning(
  purchase: ContractBalance,
  sale: ContractBalance,
  allocation: Allocation,
  wantedOpenKg: Kilograms,
): AllocationWarning | null {
  const raiseKg = wantedOpenKg - openKg(allocation);
  if (raiseKg <= 0) return null;
  const overPurchase = raiseKg > toAllocateKg(purchase);
  const overSale = raiseKg > toAllocateKg(sale);
  if (overPurchase && overSale) return 'moreThanContractValues';
  if (overSale) return 'moreThanSaleValue';
  return overPurchase ? 'moreThanPurchaseValue' : null;
}

/** The sale asks for a certificate the purchase does not have (specification 5, Allocation). */
export function requirementWarning(
  purchase: { isGmp: boolean; isCert: boolean },
  sale: { isGmp: boolean; isCert: boolean },
): AllocationWarning | null {
  const gmp = sale.isGmp && !purchase.isGmp;
  const cert = sale.isCert && !purchase.isCert;
  if (gmp && cert) return 'requiredCertAndGmp';
  if (gmp) return 'requiredGmp';
  return cert ? 'requiredCert' : null;
}

/** How a truck's kilograms are found: the allocation's open first, the rest as extra from both contracts (decisions 1). */
export type TransportCoverage = { readonly fromOpenKg: Kilograms; readonly extraKg: Kilograms };

/**
 * Takes kilograms for a truck that starts to count or comes to the allocation. `limitKg` is the room of the contracts
 * beyond the allocation's own open quantity: allowed for a plan, acceptable for a delivered truck that moves.
 */
export function coverTransport(
  allocation: Allocation,
  neededKg: Kilograms,
  limitKg: Kilograms,
): TransportCoverage | ErrorCode {
  const fromOpenKg = kilograms(Math.min(Math.max(0, neededKg), openKg(allocation)));
  const extraKg = kilograms(Math.max(0, neededKg) - fromOpenKg);
  return extraKg > limitKg ? 'TRANSPORT_QUANTITY_IS_TO_BIG' : { fromOpenKg, extraKg };
}
