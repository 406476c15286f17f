import {
  type Allocation,
  commitmentForOpen,
  hasEnded,
  openKg,
  planRoomKg,
  type TradedContract,
  whyNotAllocate,
} from '../allocation.ts';
import {
  acceptableKg,
  allowedKg,
  realizedKg,
  type Tolerance,
  whyNotChangeContractStatus,
} from '../contract.ts';
import type { Thousandths } from '../discount-rule.ts';
import type { ErrorCode } from '../domain-error.ts';
import {
  type SettlementStatus,
  whyNotMoveSettlement,
  whyNotSaveOptions,
  whyNotSettlePurchase,
} from '../settlement.ts';
import type { BySide, Side } from '../side.ts';
import {
  effKg,
  isDelivered,
  isInProgress,
  isRelease,
  isReturnedAfter,
  type TransportStatus,
  whyNotChangeTransportStatus,
  whyNotDeleteTransport,
  whyNotMoveTo,
  whyNotRedirect,
  whyNotSettleFreight,
  whyNotTransport,
  whyNotWeighUnloading,
} from '../transport.ts';
import {
  moveTransportQuantities,
  recalculateCommitment,
  type TransportWithExtra,
} from '../transport-quantities.ts';
import { type Kilograms, kilograms } from '../units.ts';

/*
 * A model of a company with two purchases and two sales of one raw material, changed by random steps. Like the
 * server, the model takes each change of a commitment from the rules of the domain. All other quantities (open,
 * in delivery, delivered, planned) are recomputed from the rows after each step and compared.
 */

export type ContractTerms = { readonly quantityKg: Kilograms; readonly tolerance: Tolerance | null };
export type AllocationKey = { readonly purchase: number; readonly sales: number };
type LedgerTransport = TransportWithExtra &
  AllocationKey & {
    readonly purchaseSettlement: SettlementStatus | null;
    readonly salesSettlement: SettlementStatus | null;
    /** Whether the transport has all readings and weights that the discount rules of its contracts need. */
    readonly isMeasured: boolean;
  };
export type Ledger = {
  readonly terms: { readonly purchase: readonly ContractTerms[]; readonly sales: readonly ContractTerms[] };
  /** The stored commitments: the commitKg of [purchase][sale]. */
  readonly commits: readonly (readonly number[])[];
  readonly transports: readonly LedgerTransport[];
  /** Whether each contract is closed, by side and contract index. */
  readonly closed: BySide<readonly boolean[]>;
};

export const CONTRACT_INDEXES = [0, 1] as const;
export const ALL_ALLOCATIONS: readonly AllocationKey[] = CONTRACT_INDEXES.flatMap((purchase) =>
  CONTRACT_INDEXES.map((sales) => ({ purchase, sales })),
);

export function allocationAt(ledger: Ledger, at: AllocationKey): Allocation {
  const transports = ledger.transports.filter(
    (transport) => transport.purchase === at.purchase && transport.sales === at.sales,
  );
  return {
    commitKg: kilograms(ledger.commits[at.purchase]?.[at.sales] ?? 0),
    effKg: totalEffKg(transports),
  };
}

export function allocationsOf(ledger: Ledger, side: Side, index: number): readonly Allocation[] {
  return CONTRACT_INDEXES.map((other) => allocationAt(ledger, allocationKey(side, index, other)));
}

function allocationKey(side: Side, index: number, other: number): AllocationKey {
  return { purchase: other, sales: other, [side]: index };
}

function totalEffKg(transports: readonly LedgerTransport[]): Kilograms {
  return kilograms(transports.reduce((sum, transport) => sum + effKg(transport), 0));
}

/** The quantities of a contract, recomputed from the rows. */
export function contractOf(ledger: Ledger, side: Side, index: number): TradedContract {
  const terms = ledger.terms[side][index];
  if (terms === undefined) throw new Error(`The ledger has no ${side} contract ${index}`);
  const transports = ledger.transports.filter((transport) => transport[side] === index);
  return {
    ...terms,
    rawMaterialId: 1,
    status: ledger.closed[side][index] === true ? 'CLOSED' : 'ACTIVE',
    allocatedKg: kilograms(
      allocationsOf(ledger, side, index).reduce((sum, allocation) => sum + openKg(allocation), 0),
    ),
    inDeliveryKg: totalEffKg(transports.filter((transport) => isInProgress(transport.status))),
    deliveredKg: totalEffKg(transports.filter(isDelivered)),
  };
}

export function usedKg(ledger: Ledger, side: Side, index: number): number {
  const balance = contractOf(ledger, side, index);
  return balance.allocatedKg + realizedKg(balance);
}

export function hasEndedAt(ledger: Ledger, at: AllocationKey): boolean {
  return hasEnded(contractOf(ledger, 'purchase', at.purchase), contractOf(ledger, 'sales', at.sales));
}

export function planRoomAt(ledger: Ledger, at: AllocationKey): Kilograms {
  return planRoomKg(contractOf(ledger, 'purchase', at.purchase), contractOf(ledger, 'sales', at.sales));
}

function addCommitment(ledger: Ledger, at: AllocationKey, changeKg: number): Ledger {
  return {
    ...ledger,
    commits: ledger.commits.map((row, purchase) =>
      row.map((kg, sales) => (purchase === at.purchase && sales === at.sales ? kg + changeKg : kg)),
    ),
  };
}

function replaceTransport(ledger: Ledger, index: number, transport: LedgerTransport | null): Ledger {
  return {
    ...ledger,
    transports: ledger.transports.flatMap((row, at) =>
      at !== index ? [row] : transport === null ? [] : [transport],
    ),
  };
}

/* ---- the steps, as the server executes them ---- */

export function allocate(ledger: Ledger, at: AllocationKey, wantedKg: Kilograms): Ledger | ErrorCode {
  const allocation = allocationAt(ledger, at);
  const why = whyNotAllocate(
    contractOf(ledger, 'purchase', at.purchase),
    contractOf(ledger, 'sales', at.sales),
    allocation,
    wantedKg,
  );
  return why ?? addCommitment(ledger, at, commitmentForOpen(allocation, wantedKg) - allocation.commitKg);
}

function createTransport(
  ledger: Ledger,
  at: AllocationKey,
  quantityKg: Kilograms,
  status: TransportStatus,
): Ledger | ErrorCode {
  const why = whyNotTransportAt(ledger, at);
  if (why !== null) return why;
  const isThere = status === 'DELIVERED';
  const row = {
    ...at,
    status,
    quantityKg,
    realQuantityKg: isThere ? quantityKg : null,
    isReturned: false,
    purchaseSettlement: isThere ? ('DELIVERED' as const) : null,
    salesSettlement: isThere ? ('DELIVERED' as const) : null,
    isMeasured: false,
  };
  const recount = recalculateCommitment(allocationAt(ledger, at), null, row, planRoomAt(ledger, at));
  if (typeof recount === 'string') return recount;
  const after = addCommitment(ledger, at, recount.commitChangeKg);
  return { ...after, transports: [...after.transports, { ...row, extraKg: recount.extraKg }] };
}

function whyNotTransportAt(ledger: Ledger, at: AllocationKey): ErrorCode | null {
  return whyNotTransport(contractOf(ledger, 'purchase', at.purchase), contractOf(ledger, 'sales', at.sales));
}

export function changeStatus(
  ledger: Ledger,
  index: number,
  to: TransportStatus,
  unloadedKg: Kilograms,
): Ledger | ErrorCode {
  const before = transportAt(ledger, index);
  const why = whyNotChangeTransportStatus(before, to, 'ADMIN');
  if (why !== null) return why;
  const settlement = settlementAfter(before, to);
  const isWeighed = settlement !== null && !isDelivered(before);
  const row: LedgerTransport = {
    ...before,
    status: to,
    isReturned: isReturnedAfter(before, to),
    realQuantityKg: isWeighed ? (before.realQuantityKg ?? unloadedKg) : before.realQuantityKg,
    purchaseSettlement: settlement?.purchase ?? null,
    salesSettlement: settlement?.sales ?? null,
  };
  const setsOut = isInProgress(to) && !isInProgress(before.status);
  const countsAgain = effKg(row) > 0 && effKg(before) === 0;
  const whyNot = setsOut || countsAgain ? whyNotTransportAt(ledger, before) : null;
  if (whyNot !== null) return whyNot;
  const recount = recalculateCommitment(
    allocationAt(ledger, before),
    before,
    row,
    planRoomAt(ledger, before),
  );
  if (typeof recount === 'string') return recount;
  return replaceTransport(addCommitment(ledger, before, recount.commitChangeKg), index, {
    ...row,
    extraKg: recount.extraKg,
  });
}

/**
 * The settlement statuses after the transport changes its status. The model has no invoices of settlement
 * sides.
 */
function settlementAfter(
  transport: LedgerTransport,
  to: TransportStatus,
): BySide<SettlementStatus | null> | null {
  if (to === 'DELIVERED' || (to === 'TO_BE_SETTLED' && isRelease(transport.status, to)))
    return { purchase: to, sales: to };
  const { purchaseSettlement: purchase, salesSettlement: sales } = transport;
  return to === 'INVOICE' || to === 'PAID' || to === 'TO_BE_SETTLED' ? { purchase, sales } : null;
}

/** Saves readings and weigh tickets; the net of an unloading ticket is the unloaded weight. */
function measure(ledger: Ledger, index: number, unloadedKg: Kilograms | null): Ledger | ErrorCode {
  const transport = transportAt(ledger, index);
  if (transport.status === 'CANCELLED') return 'WRONG_STATUS';
  const statuses = [transport.purchaseSettlement, transport.salesSettlement].filter((own) => own !== null);
  const why = unloadedKg === null ? null : whyNotWeighUnloading(transport, statuses);
  if (why !== null) return why;
  const weighed = unloadedKg === null ? ledger : changeRealWeight(ledger, index, unloadedKg);
  if (typeof weighed === 'string') return weighed;
  return replaceTransport(weighed, index, { ...transportAt(weighed, index), isMeasured: true });
}

/** Settles a side by its discount rules. A sale that waits for its invoice keeps its status. */
function settle(ledger: Ledger, index: number, side: Side): Ledger | ErrorCode {
  const transport = transportAt(ledger, index);
  const { purchaseSettlement, salesSettlement, isMeasured } = transport;
  if (purchaseSettlement === null || salesSettlement === null) return 'SETTLEMENT_NOT_FOUND';
  const why = {
    purchase: whyNotSettlePurchase(purchaseSettlement),
    sales: whyNotSaveOptions(salesSettlement, 'TO_BE_SETTLED'),
  }[side];
  if (why !== null) return why;
  if (!isMeasured) return 'REQUIRED_DATA_NOT_FOUND';
  return side === 'sales'
    ? ledger
    : replaceTransport(ledger, index, { ...transport, purchaseSettlement: 'SETTLED' });
}

/** Withdraws the statement of a purchase. */
function withdraw(ledger: Ledger, index: number): Ledger | ErrorCode {
  const transport = transportAt(ledger, index);
  if (transport.purchaseSettlement === null) return 'SETTLEMENT_NOT_FOUND';
  return (
    whyNotSettlePurchase(transport.purchaseSettlement, 'TO_BE_SETTLED') ??
    replaceTransport(ledger, index, { ...transport, purchaseSettlement: 'TO_BE_SETTLED' })
  );
}

/** Records the carrier's invoice or payment. The transport's effKg does not change. */
function settleFreight(ledger: Ledger, index: number, to: 'INVOICE' | 'PAID'): Ledger | ErrorCode {
  const transport = transportAt(ledger, index);
  return (
    whyNotSettleFreight(transport.status) ?? replaceTransport(ledger, index, { ...transport, status: to })
  );
}

/** Corrects the unloaded weight of a delivered transport. */
function changeRealWeight(ledger: Ledger, index: number, unloadedKg: Kilograms): Ledger | ErrorCode {
  const before = transportAt(ledger, index);
  if (!isDelivered(before)) return 'WRONG_STATUS';
  const row = { ...before, realQuantityKg: unloadedKg };
  const recount = recalculateCommitment(
    allocationAt(ledger, before),
    before,
    row,
    planRoomAt(ledger, before),
  );
  if (typeof recount === 'string') return recount;
  return replaceTransport(addCommitment(ledger, before, recount.commitChangeKg), index, {
    ...row,
    extraKg: recount.extraKg,
  });
}

export function deleteTransport(ledger: Ledger, index: number): Ledger | ErrorCode {
  const before = transportAt(ledger, index);
  const why = whyNotDeleteTransport(before.status);
  if (why !== null) return why;
  const recount = recalculateCommitment(
    allocationAt(ledger, before),
    before,
    null,
    planRoomAt(ledger, before),
  );
  if (typeof recount === 'string') return recount;
  return replaceTransport(addCommitment(ledger, before, recount.commitChangeKg), index, null);
}

/**
 * Moves a transport to the other contract of a side: by redirecting it while ON_THE_WAY, else by moving its
 * settlement.
 */
function moveTransport(
  ledger: Ledger,
  index: number,
  side: Side,
  kind: 'redirect' | 'move',
): Ledger | ErrorCode {
  const transport = transportAt(ledger, index);
  const settlement = transport[`${side}Settlement`];
  const why =
    kind === 'redirect'
      ? whyNotRedirect(transport.status)
      : settlement === null
        ? 'SETTLEMENT_NOT_FOUND'
        : whyNotMoveSettlement(side, settlement);
  if (why !== null) return why;
  const at = oppositeKey(transport, side);
  const target = contractOf(ledger, side, at[side]);
  const whyNot = whyNotMoveTo({ ...target, id: transport[side] }, { ...target, id: at[side] });
  if (whyNot !== null) return whyNot;
  const roomKg = kind === 'redirect' ? allowedKg(side, target) : acceptableKg(target);
  const moved = moveTransportQuantities(allocationAt(ledger, at), effKg(transport), roomKg);
  if (typeof moved === 'string') return moved;
  const left = addCommitment(ledger, transport, moved.oldCommitChangeKg);
  return replaceTransport(addCommitment(left, at, moved.targetCommitChangeKg), index, {
    ...transport,
    ...at,
    extraKg: moved.extraKg,
  });
}

/** Closes or re-opens a contract. Afterwards applyStep releases the open quantity of closed contracts. */
function setClosed(ledger: Ledger, side: Side, index: number, isClosed: boolean): Ledger | ErrorCode {
  const transports = ledger.transports.filter(
    (transport) => transport[side] === index && isInProgress(transport.status),
  );
  const { deliveredKg } = contractOf(ledger, side, index);
  const why = whyNotChangeContractStatus(
    side,
    { transportsInProgress: transports.length, deliveredKg },
    isClosed ? 'CLOSED' : 'ACTIVE',
  );
  if (why !== null) return why;
  const closed = ledger.closed[side].map((was, at) => (at === index ? isClosed : was));
  return { ...ledger, closed: { ...ledger.closed, [side]: closed } };
}

/** After any step, an allocation with a closed contract has no open quantity (customer decisions 5). */
function releaseEnded(ledger: Ledger): Ledger {
  return ALL_ALLOCATIONS.filter((at) => hasEndedAt(ledger, at)).reduce(
    (left, at) => addCommitment(left, at, 0 - openKg(allocationAt(left, at))),
    ledger,
  );
}

/** Returns the key with the contract of this side replaced by the side's other contract. */
function oppositeKey(at: AllocationKey, side: Side): AllocationKey {
  return { purchase: at.purchase, sales: at.sales, [side]: 1 - at[side] };
}

export function transportAt(ledger: Ledger, index: number): LedgerTransport {
  const transport = ledger.transports[index];
  if (transport === undefined) throw new Error(`The ledger has no transport ${index}`);
  return transport;
}

/* ---- the steps a user may take ---- */

export type Amount = { readonly kg: number } | { readonly of: 'open' | 'room' | 'room+1' };
export type Step =
  | { readonly kind: 'allocate'; readonly at: AllocationKey; readonly amount: Amount }
  | {
      readonly kind: 'create';
      readonly at: AllocationKey;
      readonly amount: Amount;
      readonly status: TransportStatus;
    }
  | {
      readonly kind: 'change';
      readonly transport: number;
      readonly to: TransportStatus;
      readonly unloadedPercent: number;
    }
  | { readonly kind: 'weigh'; readonly transport: number; readonly unloadedPercent: number }
  | {
      readonly kind: 'measure';
      readonly transport: number;
      readonly moisture: Thousandths;
      /** The unloaded weight in per cent of the load; null for a step without an unloading ticket. */
      readonly unloadedPercent: number | null;
    }
  | {
      readonly kind: 'settle';
      readonly transport: number;
      readonly side: Side;
      readonly isOverridden: boolean;
    }
  | { readonly kind: 'withdraw'; readonly transport: number }
  | { readonly kind: 'settleFreight'; readonly transport: number; readonly to: 'INVOICE' | 'PAID' }
  | { readonly kind: 'delete'; readonly transport: number }
  | { readonly kind: 'redirect'; readonly transport: number }
  | { readonly kind: 'move'; readonly transport: number; readonly side: Side }
  | ContractStep;
export type ContractStep =
  | { readonly kind: 'close'; readonly side: Side; readonly index: number }
  | { readonly kind: 'reopen'; readonly side: Side; readonly index: number };

/** Returns the index of the step's transport in the ledger, or undefined for a ledger without transports. */
export function indexOf(ledger: Ledger, step: { readonly transport: number }): number | undefined {
  return ledger.transports.length === 0 ? undefined : step.transport % ledger.transports.length;
}

export function amountKg(ledger: Ledger, at: AllocationKey, amount: Amount): Kilograms {
  if ('kg' in amount) return kilograms(amount.kg);
  const open = openKg(allocationAt(ledger, at));
  if (amount.of === 'open') return open;
  return kilograms(open + planRoomAt(ledger, at) + (amount.of === 'room' ? 0 : 1));
}

function unloadedKg(transport: LedgerTransport, percent: number): Kilograms {
  return kilograms(Math.max(1, Math.round((transport.quantityKg * percent) / 100)));
}

/** Returns null when the step has no transport or quantity to change. */
export function applyStep(ledger: Ledger, step: Step): Ledger | ErrorCode | null {
  const next = runCommand(ledger, step);
  return next === null || typeof next === 'string' ? next : releaseEnded(next);
}

function runCommand(ledger: Ledger, step: Step): Ledger | ErrorCode | null {
  if (step.kind === 'close' || step.kind === 'reopen')
    return setClosed(ledger, step.side, step.index, step.kind === 'close');
  if (step.kind === 'allocate') return allocate(ledger, step.at, amountKg(ledger, step.at, step.amount));
  if (step.kind === 'create') {
    const kg = amountKg(ledger, step.at, step.amount);
    return kg === 0 ? null : createTransport(ledger, step.at, kg, step.status);
  }
  const index = indexOf(ledger, step);
  if (index === undefined) return null;
  const transport = transportAt(ledger, index);
  if (step.kind === 'change')
    return changeStatus(ledger, index, step.to, unloadedKg(transport, step.unloadedPercent));
  if (step.kind === 'weigh')
    return changeRealWeight(ledger, index, unloadedKg(transport, step.unloadedPercent));
  if (step.kind === 'measure') {
    const { unloadedPercent: percent } = step;
    return measure(ledger, index, percent === null ? null : unloadedKg(transport, percent));
  }
  if (step.kind === 'settle') return settle(ledger, index, step.side);
  if (step.kind === 'withdraw') return withdraw(ledger, index);
  if (step.kind === 'settleFreight') return settleFreight(ledger, index, step.to);
  if (step.kind === 'delete') return deleteTransport(ledger, index);
  if (step.kind === 'redirect') return moveTransport(ledger, index, 'sales', 'redirect');
  return moveTransport(ledger, index, step.side, 'move');
}
