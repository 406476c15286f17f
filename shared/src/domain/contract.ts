import type { ErrorCode } from './domain-error.ts';
import type { BySide, Side } from './side.ts';
import { divideHalfUp, type Kilograms, kilograms } from './units.ts';

export const CONTRACT_STATUSES = [
  'NEW',
  'NEXT_SEASON',
  'ACTIVE',
  'TO_SETTLEMENT',
  'CLOSED',
  'CANCELLED',
] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];

/** Statuses of contracts in progress this season. The lists show these by default (specification 2). */
export const RUNNING_STATUSES = ['NEW', 'ACTIVE'] as const satisfies readonly ContractStatus[];

export const AGREEMENT_STATUSES = ['EMPTY', 'TO_SIGN', 'SIGNED'] as const;
export type AgreementStatus = (typeof AGREEMENT_STATUSES)[number];

/** The party that holds the tolerance option. We are the buyer of a purchase and the seller of a sale. */
export const TOLERANCE_TYPES = ['BUYER', 'SELLER'] as const;
export type ToleranceType = (typeof TOLERANCE_TYPES)[number];
export const TOLERANCE_UNITS = ['T', 'PERCENT'] as const;
export type ToleranceUnit = (typeof TOLERANCE_UNITS)[number];

export const CURRENCIES = ['PLN', 'EUR', 'USD'] as const;
export type Currency = (typeof CURRENCIES)[number];

/**
 * The sort columns of contract lists on the wire. "supplier" exists on purchases and "recipient" on sales; both
 * sort by the name of the contractor.
 */
export const CONTRACT_SORT_COLUMNS = [
  'id',
  'supplier',
  'recipient',
  'cargo_quantity',
  'price',
  'date_of_receipt_from',
  'date_of_receipt_to',
  'realized',
  'owner',
  'document_number',
] as const;
export type ContractSort = (typeof CONTRACT_SORT_COLUMNS)[number];

/** The largest number of contacts of a contract (specification 5). */
export const CONTACTS_MAX = 6;
/** The largest number of additional price options of a contract. */
export const ADDITIONAL_OPTIONS_MAX = 20;

/**
 * An agreed tolerance. `quantity` is in kilograms when the unit is T, and otherwise a percentage with two
 * decimals.
 */
export type Tolerance = {
  readonly type: ToleranceType;
  readonly unit: ToleranceUnit;
  readonly quantity: number;
};

/** Builds a tolerance from the three fields of a row or a form. Returns null unless all three are set. */
export function toleranceOf({
  toleranceType: type = null,
  toleranceUnit: unit = null,
  toleranceQuantity: quantity = null,
}: {
  readonly toleranceType?: ToleranceType | null | undefined;
  readonly toleranceUnit?: ToleranceUnit | null | undefined;
  readonly toleranceQuantity?: number | null | undefined;
}): Tolerance | null {
  return type === null || unit === null || quantity === null ? null : { type, unit, quantity };
}

/** The quantities of one contract, all in kilograms (customer decisions 1). */
export type ContractBalance = {
  readonly quantityKg: Kilograms;
  readonly tolerance: Tolerance | null;
  /** Committed, but not yet on a transport. */
  readonly allocatedKg: Kilograms;
  readonly inDeliveryKg: Kilograms;
  readonly deliveredKg: Kilograms;
};

/** The tolerance in whole kilograms, rounded half up; 0 without a tolerance (customer decisions 1). */
export function toleranceKg(quantityKg: Kilograms, tolerance: Tolerance | null): Kilograms {
  if (tolerance === null) return kilograms(0);
  if (tolerance.unit === 'T') return kilograms(Math.round(tolerance.quantity));
  const hundredths = BigInt(Math.round(tolerance.quantity * 100));
  return kilograms(divideHalfUp(BigInt(quantityKg) * hundredths, 10_000n));
}

/**
 * For each side, the type of the tolerance that is our option. We may plan with a tolerance of this type
 * (customer decisions 1).
 */
export const OUR_OPTION: BySide<ToleranceType> = { purchase: 'BUYER', sales: 'SELLER' };

/** The largest quantity we may plan: a tolerance counts only when it is our option (customer decisions 1). */
export function planMax(side: Side, balance: Pick<ContractBalance, 'quantityKg' | 'tolerance'>): Kilograms {
  const ours = balance.tolerance !== null && balance.tolerance.type === OUR_OPTION[side];
  return kilograms(balance.quantityKg + (ours ? toleranceKg(balance.quantityKg, balance.tolerance) : 0));
}

/** The largest quantity we must accept: a tolerance of either party counts (customer decisions 1). */
export function acceptMax(balance: Pick<ContractBalance, 'quantityKg' | 'tolerance'>): Kilograms {
  return kilograms(balance.quantityKg + toleranceKg(balance.quantityKg, balance.tolerance));
}

/**
 * The smallest and largest quantity within the tolerance of either party. The minimum is never below 0
 * (customer decisions 1).
 */
export function toleranceRange(balance: Pick<ContractBalance, 'quantityKg' | 'tolerance'>): {
  readonly fromKg: Kilograms;
  readonly toKg: Kilograms;
} {
  const kg = toleranceKg(balance.quantityKg, balance.tolerance);
  return {
    fromKg: kilograms(Math.max(0, balance.quantityKg - kg)),
    toKg: kilograms(balance.quantityKg + kg),
  };
}

/**
 * Whether the realized quantity exceeds acceptMax. This is only a warning, because real weights are never
 * rejected (customer decisions 1).
 */
export function exceedsTolerance(
  balance: Pick<ContractBalance, 'quantityKg' | 'tolerance' | 'inDeliveryKg' | 'deliveredKg'>,
): boolean {
  return realizedKg(balance) > acceptMax(balance);
}

/** The quantity on transports in progress plus the delivered quantity (customer decisions 1). */
export function realizedKg(balance: Pick<ContractBalance, 'inDeliveryKg' | 'deliveredKg'>): Kilograms {
  return kilograms(balance.inDeliveryKg + balance.deliveredKg);
}

/** The quantity to pick up (purchase) or to deliver (sale). A negative value is a surplus. */
export function remainingKg(balance: ContractBalance): Kilograms {
  return kilograms(balance.quantityKg - realizedKg(balance));
}

/** The part of the nominal quantity that is neither allocated nor realized. A negative value is a surplus. */
export function toAllocateKg(balance: ContractBalance): Kilograms {
  return kilograms(balance.quantityKg - balance.allocatedKg - realizedKg(balance));
}

/** The quantity that may still be planned: max(0, planMax − allocated − realized) (customer decisions 1). */
export function allowedKg(side: Side, balance: ContractBalance): Kilograms {
  return kilograms(Math.max(0, planMax(side, balance) - balance.allocatedKg - realizedKg(balance)));
}

/**
 * The room for a delivered transport that moves to this contract: max(0, acceptMax − allocated − realized)
 * (customer decisions 4).
 */
export function acceptableKg(balance: ContractBalance): Kilograms {
  return kilograms(Math.max(0, acceptMax(balance) - balance.allocatedKg - realizedKg(balance)));
}

/**
 * A contract is firm when its agreement is signed and its status is not NEXT_SEASON (customer decisions 1).
 */
export function isFirm(contract: { agreementStatus: AgreementStatus; status: ContractStatus }): boolean {
  return contract.agreementStatus === 'SIGNED' && contract.status !== 'NEXT_SEASON';
}

/** Closed and cancelled contracts accept no more kilograms (customer decisions 1). */
export function isEnded(status: ContractStatus): boolean {
  return status === 'CLOSED' || status === 'CANCELLED';
}

/** The statuses for which isEnded returns false, for use in queries. */
export const NOT_ENDED_STATUSES: readonly ContractStatus[] = CONTRACT_STATUSES.filter(
  (status) => !isEnded(status),
);

/** Whether a status change ends the contract. Ending releases its open allocations (customer decisions 5). */
export function isEnding(from: ContractStatus, to: ContractStatus): boolean {
  return to !== from && isEnded(to);
}

/** Statuses of contracts that are offered for a new allocation (customer decisions 1). */
export const ALLOCATABLE_STATUSES = [
  'NEW',
  'ACTIVE',
  'NEXT_SEASON',
] as const satisfies readonly ContractStatus[];

const IN_TRANSPORT_ERROR: BySide<ErrorCode> = {
  purchase: 'PURCHASE_CONTRACT_IS_IN_TRANSPORT',
  sales: 'SALE_CONTRACT_IS_IN_TRANSPORT',
};

/**
 * Every status change is allowed with two exceptions: a contract with transports in progress cannot end, and
 * a contract with deliveries cannot be cancelled (customer decisions 5).
 */
export function whyNotChangeContractStatus(
  side: Side,
  contract: { transportsInProgress: number; deliveredKg: Kilograms },
  to: ContractStatus,
): ErrorCode | null {
  if (!isEnded(to)) return null;
  if (contract.transportsInProgress > 0) return IN_TRANSPORT_ERROR[side];
  if (to === 'CANCELLED' && contract.deliveredKg > 0) return IN_TRANSPORT_ERROR[side];
  return null;
}

/**
 * Returns why the contract cannot be deleted, or null. A response has `canDelete: true` when the result is null
 * (customer decisions 5).
 */
export function whyNotDeleteContract(
  side: Side,
  contract: { transportCount: number; allocatedKg: Kilograms; agreementStatus: AgreementStatus },
): ErrorCode | null {
  if (contract.transportCount > 0) return IN_TRANSPORT_ERROR[side];
  if (contract.allocatedKg > 0 || contract.agreementStatus === 'SIGNED') return 'CONFLICT';
  return null;
}

/**
 * Whether the raw material is locked, because a transport or an open allocation exists (customer decisions 5).
 */
export function isRawMaterialLocked(contract: { transportCount: number; allocatedKg: Kilograms }): boolean {
  return contract.transportCount > 0 || contract.allocatedKg > 0;
}

/** Whether the supplier or recipient is locked, because a transport exists (customer decisions 5). */
export function isContractorLocked(contract: { transportCount: number }): boolean {
  return contract.transportCount > 0;
}

/**
 * Whether the currency is locked. A settlement exists from delivery on and uses the contract's currency, so
 * another currency would change amounts that were already sent or paid.
 */
export function isCurrencyLocked(contract: { deliveredKg: Kilograms }): boolean {
  return contract.deliveredKg > 0;
}

/** The balance after a status change. A contract that ends has no allocated quantity (customer decisions 5). */
export function balanceAfter<Balance extends ContractBalance>(
  balance: Balance,
  { from, to }: { from: ContractStatus; to: ContractStatus },
): Balance {
  return isEnding(from, to) ? { ...balance, allocatedKg: kilograms(0) } : balance;
}

/**
 * Rejects only a change that lowers planMax below the allocated plus the realized quantity (customer
 * decisions 5).
 */
export function whyNotChangeQuantity(
  side: Side,
  before: ContractBalance,
  after: Pick<ContractBalance, 'quantityKg' | 'tolerance'>,
): ErrorCode | null {
  const max = planMax(side, after);
  if (max >= planMax(side, before)) return null;
  return max < before.allocatedKg + realizedKg(before) ? 'ALLOCATE_QUANTITY_IS_TO_BIG' : null;
}

/**
 * Whether to suggest the status "do rozliczenia": the delivered quantity reaches the lower end of the
 * tolerance range, and no transport is in progress (customer decisions 5).
 */
export function suggestsSettlement(
  status: ContractStatus,
  balance: ContractBalance,
  transportsInProgress: number,
): boolean {
  if (status === 'TO_SETTLEMENT' || isEnded(status) || transportsInProgress > 0) return false;
  return balance.deliveredKg > 0 && balance.deliveredKg >= toleranceRange(balance).fromKg;
}

const DOCUMENT_PREFIX: BySide<string> = { purchase: 'Z', sales: 'S' };

/** Formats the document number proposed for a new contract, for example Z/2026/0001 (customer decisions 5). */
export function documentNumber(side: Side, year: number, sequence: number): string {
  return `${DOCUMENT_PREFIX[side]}/${year}/${String(sequence).padStart(4, '0')}`;
}

/** Whether an address has the parts a driver needs: post code, country and city (customer decisions 5). */
export function isCompleteAddress(address: {
  city?: string | null | undefined;
  postCode?: string | null | undefined;
  countryCode?: string | null | undefined;
}): boolean {
  return Boolean(address.city && address.postCode && address.countryCode);
}
