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

/** Contracts of this season that are being worked on: what the lists show by default (specification 2). */
export const RUNNING_STATUSES = ['NEW', 'ACTIVE'] as const satisfies readonly ContractStatus[];

export const AGREEMENT_STATUSES = ['EMPTY', 'TO_SIGN', 'SIGNED'] as const;
export type AgreementStatus = (typeof AGREEMENT_STATUSES)[number];

/** Whose option the tolerance is: ours on a purchase is the buyer's, on a sale the seller's. */
export const TOLERANCE_TYPES = ['BUYER', 'SELLER'] as const;
export type ToleranceType = (typeof TOLERANCE_TYPES)[number];
export const TOLERANCE_UNITS = ['T', 'PERCENT'] as const;
export type ToleranceUnit = (typeof TOLERANCE_UNITS)[number];

export const CURRENCIES = ['PLN', 'EUR', 'USD'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** At most this many contacts on a contract (specification 5). */
export const CONTACTS_MAX = 6;
/** At most this many additional price options on a contract. */
export const ADDITIONAL_OPTIONS_MAX = 20;

/** A tolerance as it was agreed: `quantity` is kilograms when the unit is T, else a percentage with two decimals. */
export type Tolerance = {
  readonly type: ToleranceType;
  readonly unit: ToleranceUnit;
  readonly quantity: number;
};

/** Puts a tolerance together from the three separate fields of a row or a form; null unless all three are set. */
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

/** The quantities of one contract, all in kilograms (decisions 1). */
export type ContractBalance = {
  readonly quantityKg: Kilograms;
  readonly tolerance: Tolerance | null;
  /** Promised, not yet on a truck. */
  readonly allocatedKg: Kilograms;
  readonly inDeliveryKg: Kilograms;
  readonly deliveredKg: Kilograms;
};

/** The tolerance in kilograms, rounded to a whole one; 0 without a tolerance (decisions 1). */
export function toleranceKg(quantityKg: Kilograms, tolerance: Tolerance | null): Kilograms {
  if (tolerance === null) return kilograms(0);
  if (tolerance.unit === 'T') return kilograms(Math.round(tolerance.quantity));
  const hundredths = BigInt(Math.round(tolerance.quantity * 100));
  return kilograms(divideHalfUp(BigInt(quantityKg) * hundredths, 10_000n));
}

/** Whose option a tolerance must be for us to plan with it (decisions 1). */
export const OUR_OPTION: BySide<ToleranceType> = { purchase: 'BUYER', sales: 'SELLER' };

/** Most we may plan: our own option counts, the other party's does not (decisions 1). */
export function planMax(side: Side, balance: Pick<ContractBalance, 'quantityKg' | 'tolerance'>): Kilograms {
  const ours = balance.tolerance !== null && balance.tolerance.type === OUR_OPTION[side];
  return kilograms(balance.quantityKg + (ours ? toleranceKg(balance.quantityKg, balance.tolerance) : 0));
}

/** Most we must accept: the tolerance counts whoever holds it (decisions 1). */
export function acceptMax(balance: Pick<ContractBalance, 'quantityKg' | 'tolerance'>): Kilograms {
  return kilograms(balance.quantityKg + toleranceKg(balance.quantityKg, balance.tolerance));
}

/** The least and the most that may be delivered within the tolerance, whoever holds it; never below 0 (decisions 1). */
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

/** Real weights are never refused: this warns that they went beyond what we must accept (decisions 1). */
export function exceedsTolerance(
  balance: Pick<ContractBalance, 'quantityKg' | 'tolerance' | 'inDeliveryKg' | 'deliveredKg'>,
): boolean {
  return realizedKg(balance) > acceptMax(balance);
}

/** What is on trucks and what was delivered, together (decisions 1). */
export function realizedKg(balance: Pick<ContractBalance, 'inDeliveryKg' | 'deliveredKg'>): Kilograms {
  return kilograms(balance.inDeliveryKg + balance.deliveredKg);
}

/** To pick up (purchase) or to deliver (sale); negative is a surplus. */
export function remainingKg(balance: ContractBalance): Kilograms {
  return kilograms(balance.quantityKg - realizedKg(balance));
}

/** What of the nominal quantity is neither promised nor on a truck; negative is a surplus. */
export function toAllocateKg(balance: ContractBalance): Kilograms {
  return kilograms(balance.quantityKg - balance.allocatedKg - realizedKg(balance));
}

/** What may still be planned: max(0, planMax − allocated − realized) (decisions 1). */
export function allowedKg(side: Side, balance: ContractBalance): Kilograms {
  return kilograms(Math.max(0, planMax(side, balance) - balance.allocatedKg - realizedKg(balance)));
}

/** Room for a delivered truck that moves here: max(0, acceptMax − allocated − realized) (decisions 4). */
export function acceptableKg(balance: ContractBalance): Kilograms {
  return kilograms(Math.max(0, acceptMax(balance) - balance.allocatedKg - realizedKg(balance)));
}

/** A contract is firm when its agreement is signed and it belongs to this season (decisions 1). */
export function isFirm(contract: { agreementStatus: AgreementStatus; status: ContractStatus }): boolean {
  return contract.agreementStatus === 'SIGNED' && contract.status !== 'NEXT_SEASON';
}

/** Closed and cancelled contracts take no more goods (decisions 1). */
export function isEnded(status: ContractStatus): boolean {
  return status === 'CLOSED' || status === 'CANCELLED';
}

/** Every status that isEnded answers false for, as a list for queries. */
export const NOT_ENDED_STATUSES: readonly ContractStatus[] = CONTRACT_STATUSES.filter(
  (status) => !isEnded(status),
);

/** Whether a change of status ends the contract; ending releases its open allocations (decisions 5). */
export function isEnding(from: ContractStatus, to: ContractStatus): boolean {
  return to !== from && isEnded(to);
}

/** Statuses whose contracts are offered for a new allocation (decisions 1). */
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
 * Any status may follow any other, except that a contract with trucks in progress cannot end, and one that anything was
 * delivered on cannot be cancelled (decisions 5).
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

/** The read model's canDelete is true when this answers null (decisions 5). */
export function whyNotDeleteContract(
  side: Side,
  contract: { transportCount: number; allocatedKg: Kilograms; agreementStatus: AgreementStatus },
): ErrorCode | null {
  if (contract.transportCount > 0) return IN_TRANSPORT_ERROR[side];
  if (contract.allocatedKg > 0 || contract.agreementStatus === 'SIGNED') return 'CONFLICT';
  return null;
}

/** The raw material cannot be another one once a transport or an open allocation exists (decisions 5). */
export function isRawMaterialLocked(contract: { transportCount: number; allocatedKg: Kilograms }): boolean {
  return contract.transportCount > 0 || contract.allocatedKg > 0;
}

/** The supplier or recipient cannot be another one once a transport exists (decisions 5). */
export function isContractorLocked(contract: { transportCount: number }): boolean {
  return contract.transportCount > 0;
}

/**
 * A settlement is in the currency of its contract and exists from the truck's delivery on, so another currency would
 * change amounts that were already sent and paid.
 */
export function isCurrencyLocked(contract: { deliveredKg: Kilograms }): boolean {
  return contract.deliveredKg > 0;
}

/** The balance after a change of status: a contract that ends has nothing allocated any more (decisions 5). */
export function balanceAfter<Balance extends ContractBalance>(
  balance: Balance,
  { from, to }: { from: ContractStatus; to: ContractStatus },
): Balance {
  return isEnding(from, to) ? { ...balance, allocatedKg: kilograms(0) } : balance;
}

/** Only a change that lowers planMax below what is already planned is refused; other edits pass (decisions 5). */
export function whyNotChangeQuantity(
  side: Side,
  before: ContractBalance,
  after: Pick<ContractBalance, 'quantityKg' | 'tolerance'>,
): ErrorCode | null {
  const max = planMax(side, after);
  if (max >= planMax(side, before)) return null;
  return max < before.allocatedKg + realizedKg(before) ? 'ALLOCATE_QUANTITY_IS_TO_BIG' : null;
}

/** Whether to suggest "do rozliczenia": as much delivered as the tolerance asks for, nothing on the way (decisions 5). */
export function suggestsSettlement(
  status: ContractStatus,
  balance: ContractBalance,
  transportsInProgress: number,
): boolean {
  if (status === 'TO_SETTLEMENT' || isEnded(status) || transportsInProgress > 0) return false;
  return balance.deliveredKg > 0 && balance.deliveredKg >= toleranceRange(balance).fromKg;
}

const DOCUMENT_PREFIX: BySide<string> = { purchase: 'Z', sales: 'S' };

/** The number a new contract proposes, e.g. Z/2026/0001 (decisions 5). */
export function documentNumber(side: Side, year: number, sequence: number): string {
  return `${DOCUMENT_PREFIX[side]}/${year}/${String(sequence).padStart(4, '0')}`;
}

/** Whether an address has all that a driver needs: post code, country and city (decisions 5). */
export function isCompleteAddress(address: {
  city?: string | null | undefined;
  postCode?: string | null | undefined;
  countryCode?: string | null | undefined;
}): boolean {
  return Boolean(address.city && address.postCode && address.countryCode);
}
