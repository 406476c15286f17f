import { hasEnded, type TradedContract } from './allocation.ts';
import { type ContractStatus, isEnded } from './contract.ts';
import type { Thousandths } from './discount-rule.ts';
import type { ErrorCode } from './domain-error.ts';
import type { Role } from './role.ts';
import type { SettlementStatus } from './settlement.ts';
import { divideHalfUp, type Kilograms, kilograms, lineAmount, type MinorUnits } from './units.ts';

export const TRANSPORT_STATUSES = [
  'NEW',
  'WAITING',
  'ON_THE_WAY',
  'DELIVERED',
  'TO_BE_SETTLED',
  'RETURN_TO_CLIENT',
  'INVOICE',
  'PAID',
  'CANCELLED',
] as const;
export type TransportStatus = (typeof TRANSPORT_STATUSES)[number];

/** The default quantity of a new transport (specification 9). */
export const DEFAULT_TRANSPORT_KG = kilograms(25_000);

export const CREATE_STATUSES = [
  'NEW',
  'WAITING',
  'ON_THE_WAY',
  'DELIVERED',
] as const satisfies readonly TransportStatus[];
export const FREIGHT_STATUSES = ['INVOICE', 'PAID'] as const satisfies readonly TransportStatus[];

const EDITABLE = new Set<TransportStatus>(['NEW', 'WAITING', 'ON_THE_WAY', 'DELIVERED', 'RETURN_TO_CLIENT']);
const PLANNED = new Set<TransportStatus>(['NEW', 'WAITING', 'ON_THE_WAY']);
const NOT_COUNTED = new Set<TransportStatus>(['RETURN_TO_CLIENT', 'CANCELLED']);

/** Whether the transport is planned or on its way: NEW, WAITING or ON_THE_WAY. */
export function isInProgress(status: TransportStatus): boolean {
  return PLANNED.has(status);
}

/**
 * The statuses on which a dispatcher works. The logistics list opens with this filter (customer decisions 2).
 */
export const TO_DISPATCH: readonly TransportStatus[] = ['NEW', 'WAITING', 'ON_THE_WAY', 'DELIVERED'];

/**
 * Whether the load reached the recipient. Exactly these transports have a settlement (customer decisions 2).
 */
export function isDelivered(transport: { status: TransportStatus; isReturned: boolean }): boolean {
  return !transport.isReturned && !PLANNED.has(transport.status) && !NOT_COUNTED.has(transport.status);
}

export type TransportWeights = {
  readonly status: TransportStatus;
  readonly quantityKg: Kilograms;
  readonly realQuantityKg: Kilograms | null;
  /** Whether the load was returned to the supplier. Stays true while the freight is invoiced and paid. */
  readonly isReturned: boolean;
};

/**
 * The counted kilograms of a transport (customer decisions 1). Before delivery the planned quantity counts,
 * after delivery the real quantity, or the planned quantity until the load is weighed. A returned or cancelled
 * transport counts 0.
 */
export function effKg(transport: TransportWeights): Kilograms {
  if (transport.isReturned || NOT_COUNTED.has(transport.status)) return kilograms(0);
  if (PLANNED.has(transport.status)) return transport.quantityKg;
  return transport.realQuantityKg ?? transport.quantityKg;
}

/**
 * Whether the transport is returned after this status change. RETURN_TO_CLIENT makes it returned. INVOICE, PAID
 * and CANCELLED keep the state, and any other status ends it.
 */
export function isReturnedAfter(transport: { isReturned: boolean }, to: TransportStatus): boolean {
  if (to === 'RETURN_TO_CLIENT') return true;
  return to === 'INVOICE' || to === 'PAID' || to === 'CANCELLED' ? transport.isReturned : false;
}

/** The fields of a transport and its settlement that the status rules read. */
export type TransportState = {
  readonly status: TransportStatus;
  readonly isReturned: boolean;
  /** null when the transport has no settlement. */
  readonly purchaseSettlement: SettlementStatus | null;
  readonly salesSettlement: SettlementStatus | null;
};

type TransitionGuard = (transport: TransportState) => boolean;
type Transition = {
  readonly to: TransportStatus;
  readonly when?: TransitionGuard;
  readonly adminOnly?: true;
};

const notReleased: TransitionGuard = (transport) =>
  [transport.purchaseSettlement, transport.salesSettlement].every(
    (status) => status === null || status === 'DELIVERED',
  );
const notSettled: TransitionGuard = (transport) =>
  [transport.purchaseSettlement, transport.salesSettlement].every(
    (status) => status === null || status === 'DELIVERED' || status === 'TO_BE_SETTLED',
  );
const returned: TransitionGuard = (transport) => transport.isReturned;
const notReturned: TransitionGuard = (transport) => !transport.isReturned;

/**
 * The allowed status changes of transport-status-update. Any other change is WRONG_STATUS (customer decisions
 * 2).
 */
const TRANSITIONS: Readonly<Record<TransportStatus, readonly Transition[]>> = {
  NEW: [
    { to: 'WAITING' },
    { to: 'ON_THE_WAY' },
    { to: 'DELIVERED' },
    { to: 'RETURN_TO_CLIENT' },
    { to: 'CANCELLED' },
  ],
  WAITING: [
    { to: 'NEW' },
    { to: 'ON_THE_WAY' },
    { to: 'DELIVERED' },
    { to: 'RETURN_TO_CLIENT' },
    { to: 'CANCELLED' },
  ],
  ON_THE_WAY: [
    { to: 'NEW' },
    { to: 'WAITING' },
    { to: 'DELIVERED' },
    { to: 'TO_BE_SETTLED' },
    { to: 'RETURN_TO_CLIENT' },
  ],
  DELIVERED: [
    { to: 'NEW', when: notReleased },
    { to: 'WAITING', when: notReleased },
    { to: 'ON_THE_WAY', when: notReleased },
    { to: 'RETURN_TO_CLIENT', when: notReleased },
    { to: 'TO_BE_SETTLED' },
  ],
  RETURN_TO_CLIENT: [
    { to: 'NEW' },
    { to: 'WAITING' },
    { to: 'ON_THE_WAY' },
    { to: 'DELIVERED' },
    { to: 'CANCELLED' },
  ],
  TO_BE_SETTLED: [{ to: 'DELIVERED', when: notSettled }],
  INVOICE: [
    { to: 'PAID' },
    { to: 'TO_BE_SETTLED', when: notReturned, adminOnly: true },
    { to: 'RETURN_TO_CLIENT', when: returned, adminOnly: true },
  ],
  PAID: [{ to: 'INVOICE', adminOnly: true }],
  CANCELLED: [],
};

/** The statuses that a user of this role may set on the transport. */
export function nextTransportStatuses(transport: TransportState, role: Role): readonly TransportStatus[] {
  return TRANSITIONS[transport.status]
    .filter(
      (transition) => (transition.when?.(transport) ?? true) && (!transition.adminOnly || role === 'ADMIN'),
    )
    .map((transition) => transition.to);
}

/**
 * @returns WRONG_STATUS when TRANSITIONS does not allow the change, FORBIDDEN when only an ADMIN may make it
 */
export function whyNotChangeTransportStatus(
  transport: TransportState,
  to: TransportStatus,
  role: Role,
): ErrorCode | null {
  const transition = TRANSITIONS[transport.status].find((candidate) => candidate.to === to);
  if (transition === undefined || !(transition.when?.(transport) ?? true)) return 'WRONG_STATUS';
  return transition.adminOnly && role !== 'ADMIN' ? 'FORBIDDEN' : null;
}

/**
 * Whether the change is a step back that only an ADMIN may make, with a reason stored in the audit log
 * (customer decisions 2).
 */
export function isReopening(from: TransportStatus, to: TransportStatus): boolean {
  return TRANSITIONS[from].some((transition) => transition.to === to && transition.adminOnly === true);
}

/**
 * Whether a user may undo the change at once: TRANSITIONS allows the opposite change without a reason, and the
 * change returned no kilograms to the contracts (customer decisions 2).
 */
export function isUndoable(from: TransportStatus, to: TransportStatus): boolean {
  const givesGoodsBack = to === 'RETURN_TO_CLIENT' || to === 'CANCELLED';
  const back = TRANSITIONS[to].find((transition) => transition.to === from);
  return !givesGoodsBack && back !== undefined && back.adminOnly !== true;
}

/**
 * Whether the change releases the transport: sets both settlement sides to TO_BE_SETTLED. A transport on its
 * way is delivered and released in one step (customer decisions 2).
 */
export function isRelease(from: TransportStatus, to: TransportStatus): boolean {
  return to === 'TO_BE_SETTLED' && (from === 'DELIVERED' || from === 'ON_THE_WAY');
}

/**
 * Whether the change needs the unloaded kilograms. A transport that is delivered and released in one step can
 * get its weight only in this step (customer decisions 2).
 */
export function requiresWeight(from: TransportStatus, to: TransportStatus): boolean {
  return from === 'ON_THE_WAY' && to === 'TO_BE_SETTLED';
}

/**
 * Whether the change removes the carrier's invoice: the transport leaves INVOICE for the status before the
 * invoice (customer decisions 2).
 */
export function clearsFreight(from: TransportStatus, to: TransportStatus): boolean {
  return from === 'INVOICE' && (to === 'TO_BE_SETTLED' || to === 'RETURN_TO_CLIENT');
}

/** Whether the transport's form may be saved in this status (customer decisions 2). */
export function isEditableTransport(status: TransportStatus): boolean {
  return EDITABLE.has(status);
}

export function whyNotEditTransport(status: TransportStatus): ErrorCode | null {
  return EDITABLE.has(status) ? null : 'NOT_EDITABLE_TRANSPORT';
}

/**
 * The fields that are locked while a transport is ON_THE_WAY, because the driver carries a printout of these
 * fields (customer decisions 2).
 */
export const VEHICLE_FIELDS = [
  'registrationNumber',
  'trailerNumber',
  'carrierId',
  'carrierName',
  'driverName',
  'phoneNumber',
] as const;
export type VehicleField = (typeof VEHICLE_FIELDS)[number];

export function areVehicleFieldsLocked(status: TransportStatus): boolean {
  return status === 'ON_THE_WAY';
}

/** Only a transport that has not departed may be deleted (customer decisions 2). */
export function whyNotDeleteTransport(status: TransportStatus): ErrorCode | null {
  return status === 'NEW' || status === 'WAITING' ? null : 'TRANSPORT_CANNOT_BE_REMOVED';
}

/** Only a transport ON_THE_WAY may be redirected to another sale (customer decisions 2). */
export function whyNotRedirect(status: TransportStatus): ErrorCode | null {
  return status === 'ON_THE_WAY' ? null : 'NOT_REALLOCATABLE_TRANSPORT';
}

/**
 * The order of a cancelled transport cannot be printed, because a carrier could still execute it. A returned
 * transport keeps its order, because the carrier's invoice refers to it.
 */
export function whyNotPrintOrder(status: TransportStatus): ErrorCode | null {
  return status === 'CANCELLED' ? 'CANNOT_PRINT_ON_THIS_STATUS' : null;
}

/** Returns why the freight cannot be settled in this status, or null (customer decisions 2). */
export function whyNotSettleFreight(status: TransportStatus): ErrorCode | null {
  return status === 'TO_BE_SETTLED' || status === 'RETURN_TO_CLIENT' || status === 'INVOICE'
    ? null
    : 'WRONG_STATUS';
}

/**
 * The proposed freight, also of a returned transport (customer decisions 2): the price per tonne × the real
 * quantity, or the planned quantity of a transport that was never weighed.
 */
export function defaultFreight(
  transport: Pick<TransportWeights, 'quantityKg' | 'realQuantityKg'>,
  pricePerTonne: MinorUnits,
): MinorUnits {
  return lineAmount(transport.realQuantityKg ?? transport.quantityKg, pricePerTonne);
}

/**
 * Returns the names of the missing request fields: INVOICE needs the invoice number and date, PAID also needs
 * the payment date (customer decisions 2).
 */
export function missingFreightFields(
  to: TransportStatus,
  freight: {
    invoiceNumber?: string | null | undefined;
    invoiceDate?: string | null | undefined;
    paymentDate?: string | null | undefined;
  },
): readonly ('transportInvoiceNumber' | 'transportInvoiceCreateDate' | 'transportPaymentDate')[] {
  return [
    ...(freight.invoiceNumber ? [] : (['transportInvoiceNumber'] as const)),
    ...(freight.invoiceDate ? [] : (['transportInvoiceCreateDate'] as const)),
    ...(to !== 'PAID' || freight.paymentDate ? [] : (['transportPaymentDate'] as const)),
  ];
}

/**
 * A transport may run only between contracts of the same raw material that have not ended (customer decisions
 * 1).
 */
export function whyNotTransport(purchase: TradedContract, sale: TradedContract): ErrorCode | null {
  if (purchase.rawMaterialId !== sale.rawMaterialId) return 'CONTRACT_IS_NOT_COMPATIBLE';
  return hasEnded(purchase, sale) ? 'CONTRACT_IS_NOT_COMPATIBLE' : null;
}

/**
 * A redirected transport or a moved settlement needs another contract of the same raw material that has not
 * ended (customer decisions 4). The contract that the transport keeps may be closed, because the kilograms are
 * already counted there.
 */
export function whyNotMoveTo(
  current: { id: number; rawMaterialId: number },
  target: { id: number; rawMaterialId: number; status: ContractStatus },
): ErrorCode | null {
  if (target.id === current.id || target.rawMaterialId !== current.rawMaterialId) {
    return 'CONTRACT_IS_NOT_COMPATIBLE';
  }
  return isEnded(target.status) ? 'CONTRACT_IS_NOT_COMPATIBLE' : null;
}

/**
 * Whether the sale requires GMP and the transport has none, which is a warning and never an error
 * (specification 5).
 */
export function warnsOfGmp(transport: { isGmp: boolean }, sale: { isGmp: boolean }): boolean {
  return sale.isGmp && !transport.isGmp;
}

/**
 * Returns why the unloading ticket cannot be saved in this state, or null. A delivered transport accepts a
 * ticket until both sides are paid (customer quality.md, "What is kept").
 */
export function whyNotWeighUnloading(
  transport: Pick<TransportState, 'status' | 'isReturned'>,
  settlements: readonly string[],
): ErrorCode | null {
  const arePaid = settlements.length > 0 && settlements.every((status) => status === 'PAID');
  return isDelivered(transport) && !arePaid ? null : 'WRONG_STATUS';
}

/**
 * The kilograms lost between loading and unloading, and their per cent of the loaded kilograms in thousandths;
 * a gain counts as 0.
 */
export function weightLoss(loadedKg: number, unloadedKg: number): { kg: number; percent: Thousandths } {
  const kg = Math.max(0, loadedKg - unloadedKg);
  return { kg, percent: divideHalfUp(BigInt(kg) * 100_000n, BigInt(loadedKg)) as Thousandths };
}

/** Whether the net weight of a weigh ticket is above its gross weight. The gross weight is optional. */
export const isNetAboveGross = (netKg: number, grossKg: number | undefined): boolean =>
  grossKg !== undefined && netKg > grossKg;
