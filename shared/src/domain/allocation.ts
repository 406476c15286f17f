import { allowedKg, type ContractBalance, type ContractStatus, isEnded, toAllocateKg } from './contract.ts';
import type { ErrorCode } from './domain-error.ts';
import { type DayRange, doRangesOverlap } from './position.ts';
import { type BySide, SIDES, type Side } from './side.ts';
import { type Kilograms, kilograms } from './units.ts';

/**
 * The commitment between one purchase and one sale, and the counted quantity of the transports between the two
 * contracts, in kilograms.
 */
export type Allocation = {
  /**
   * Becomes negative when a transport heavier than the commitment moves to another contract. A minimum of 0
   * would raise the sum of all commitments, so kilograms would be allocated twice.
   */
  readonly commitKg: Kilograms;
  /** The sum of effKg of the allocation's transports. */
  readonly effKg: Kilograms;
};

export const NO_ALLOCATION: Allocation = { commitKg: kilograms(0), effKg: kilograms(0) };

/** The fields of a contract that the quantity rules use. */
export type TradedContract = ContractBalance & {
  readonly rawMaterialId: number;
  readonly status: ContractStatus;
};

/** The committed quantity without a transport: max(0, commitKg − effKg) (customer decisions 1). */
export function openKg(allocation: Allocation): Kilograms {
  return kilograms(Math.max(0, allocation.commitKg - allocation.effKg));
}

/**
 * Returns the commitment of an allocation with this open quantity: effKg + wantedOpenKg (customer decisions 1).
 */
export function commitmentForOpen(allocation: Allocation, wantedOpenKg: Kilograms): Kilograms {
  return kilograms(allocation.effKg + wantedOpenKg);
}

/**
 * Whether either contract is closed or cancelled. Such an allocation accepts no kilograms and has no open
 * quantity. When one of its transports becomes lighter, the difference returns to the contract that is still
 * open (customer decisions 1 and 5).
 */
export function hasEnded(
  purchase: Pick<TradedContract, 'status'>,
  sale: Pick<TradedContract, 'status'>,
): boolean {
  return isEnded(purchase.status) || isEnded(sale.status);
}

/**
 * Returns why the allocation cannot have this open quantity, or null. Every change needs contracts of the same
 * raw material. An increase also needs two contracts that have not ended and have room below planMax (customer
 * decisions 1).
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
 * The quantity that the allocation dialog offers: the smaller of the sale's toAllocate and the purchase's
 * allowed quantity, plus the allocation's own open quantity (customer decisions 1).
 */
export function offeredKg(
  purchase: ContractBalance,
  sale: ContractBalance,
  allocation: Allocation,
): Kilograms {
  const free = Math.min(toAllocateKg(sale), allowedKg('purchase', purchase));
  return kilograms(Math.max(0, free) + openKg(allocation));
}

/**
 * The kilograms that may be planned between the two contracts beyond their present allocation: the smaller of
 * the two allowedKg.
 */
export function planRoomKg(purchase: ContractBalance, sale: ContractBalance): Kilograms {
  return kilograms(Math.min(allowedKg('purchase', purchase), allowedKg('sales', sale)));
}

/** The side with the smaller allowedKg, or both sides if the two are equal. */
export function limitingSides(purchase: ContractBalance, sale: ContractBalance): readonly Side[] {
  const allowed: BySide<Kilograms> = {
    purchase: allowedKg('purchase', purchase),
    sales: allowedKg('sales', sale),
  };
  return SIDES.filter((side) => allowed[side] === planRoomKg(purchase, sale));
}

/** The largest open quantity that whyNotAllocate accepts, tolerances included. */
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

/**
 * Warns when the open quantity grows by more than the nominal quantity that a contract has left; otherwise
 * returns null. The increase is still allowed up to planMax (customer decisions 1).
 */
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

/**
 * Warns when the sale requires a certificate that the purchase does not have (specification 5, Allocation).
 */
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

/**
 * Requirements of a sale. A purchase that fails a requirement can still be allocated (customer decisions 1,
 * candidates).
 */
export type Requirement = 'quality' | 'gmp' | 'cert' | 'for';

type RequiredTerms = {
  readonly isGmp: boolean;
  readonly isCert: boolean;
  readonly isFor: boolean;
  /** Null for a contractual quality, which is described by its title. */
  readonly rawMaterialQualityId: number | null;
  readonly rawMaterialQualityTitle: string;
};

/**
 * The requirements of the sale that the purchase does not meet. The SQL query that orders candidates repeats
 * this rule.
 */
export function missingRequirements(purchase: RequiredTerms, sale: RequiredTerms): readonly Requirement[] {
  const isMissing: Readonly<Record<Requirement, boolean>> = {
    quality: !isSameQuality(purchase, sale),
    gmp: sale.isGmp && !purchase.isGmp,
    cert: sale.isCert && !purchase.isCert,
    for: sale.isFor && !purchase.isFor,
  };
  return REQUIREMENTS.filter((requirement) => isMissing[requirement]);
}

const REQUIREMENTS = ['quality', 'gmp', 'cert', 'for'] as const satisfies readonly Requirement[];

function isSameQuality(one: RequiredTerms, other: RequiredTerms): boolean {
  return (
    one.rawMaterialQualityId === other.rawMaterialQualityId &&
    one.rawMaterialQualityTitle === other.rawMaterialQualityTitle
  );
}

type ReceiptDates = { readonly dateOfReceiptFrom: string; readonly dateOfReceiptTo: string };

/** Whether there is a day on which a load can be collected under the purchase and delivered under the sale. */
export function doReceiptDatesOverlap(purchase: ReceiptDates, sale: ReceiptDates): boolean {
  return doRangesOverlap(receiptRange(purchase), receiptRange(sale));
}

function receiptRange({ dateOfReceiptFrom, dateOfReceiptTo }: ReceiptDates): DayRange {
  return { from: dateOfReceiptFrom, to: dateOfReceiptTo };
}

/**
 * The sources of a transport's kilograms: first the open quantity of the allocation, then extra kilograms from
 * both contracts (customer decisions 1).
 */
export type TransportCoverage = { readonly fromOpenKg: Kilograms; readonly extraKg: Kilograms };

/**
 * Divides the kilograms of a transport into open quantity of the allocation and extra kilograms. `limitKg`
 * limits the extra: allowedKg of the contracts for a planned transport, acceptableKg for a delivered transport
 * that moves.
 * @returns TRANSPORT_QUANTITY_IS_TO_BIG when the extra exceeds limitKg
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
