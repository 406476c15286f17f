import { type Allocation, planRoomKg } from '@spichlerz/shared/domain/allocation';
import {
  assertAllowed,
  DomainError,
  type ErrorCode,
  fieldError,
} from '@spichlerz/shared/domain/domain-error';
import {
  effKg,
  isInProgress,
  isRelease,
  isReturnedAfter,
  requiresWeight,
  type TransportStatus,
  type TransportWeights,
  whyNotTransport,
} from '@spichlerz/shared/domain/transport';
import {
  type QuantityChange,
  recalculateCommitment,
  type TransportWithExtra,
} from '@spichlerz/shared/domain/transport-quantities';
import { type Kilograms, kilograms } from '@spichlerz/shared/domain/units';
import type { Tx } from '../../db/tx.ts';
import { addToCommit, findAllocation, type StoredAllocation } from '../allocations/allocation-commands.ts';
import type { LockedTransport } from './transport-lock.ts';

export async function requireAllocation(tx: Tx, transport: LockedTransport): Promise<StoredAllocation> {
  const allocation = await findAllocation(tx, transport.purchase.id, transport.sale.id);
  if (allocation === undefined) throw new DomainError('ALLOCATION_IS_MISSING');
  return allocation;
}

/** Whether the step accepts unloaded kilograms: on delivery and on release (customer decisions 2 and 3). */
export function acceptsWeight(row: LockedTransport['row'], to: TransportStatus): boolean {
  return to === 'DELIVERED' || isRelease(row.status, to);
}

/**
 * Rejects a weight that the step would ignore, unless it equals the stored weight (customer api.md,
 * Conventions). Also rejects a step without the weight that it requires.
 */
export function assertWeightAccepted(
  { row }: LockedTransport,
  to: TransportStatus,
  givenKg: number | undefined,
): void {
  if (givenKg === undefined && requiresWeight(row.status, to))
    throw fieldError('realQuantityKg', 'VALUE_IS_MISSING');
  if (givenKg === undefined || acceptsWeight(row, to) || givenKg === row.real_quantity_kg) return;
  throw fieldError('realQuantityKg', 'VALUE_IS_WRONG');
}

/** Returns the change of a commitment; roomKg is the quantity that both contracts still allow. */
type CommitmentRule = (
  allocation: Allocation,
  before: TransportWithExtra,
  after: TransportWeights,
  roomKg: Kilograms,
) => QuantityChange | ErrorCode;

/**
 * Adjusts the allocation's commitment to the transport's step, and returns the transport's new columns.
 * @param weighedKg the unloaded kilograms that the step sets. Undefined keeps the stored kilograms, and null
 * removes them. A delivered transport without stored kilograms gets the planned kilograms.
 * @param rule replaced only when an unloading list is undone
 */
export async function recountAllocation(
  tx: Tx,
  transport: LockedTransport,
  to: TransportStatus,
  weighedKg: number | null | undefined,
  rule: CommitmentRule = recalculateCommitment,
) {
  const { row, counted } = transport;
  const reached = to === 'DELIVERED' || to === 'TO_BE_SETTLED' ? row.quantity_kg : null;
  const weightAfter = weighedKg === undefined ? (row.real_quantity_kg ?? reached) : weighedKg;
  const realQuantityKg = weightAfter === null ? null : kilograms(weightAfter);
  const after = {
    status: to,
    quantityKg: row.quantity_kg,
    realQuantityKg: realQuantityKg,
    isReturned: isReturnedAfter({ isReturned: row.is_returned }, to),
  };
  // a transport that returns to progress, or whose kilograms count again, requires contracts that still accept
  // transports
  const setsOut = isInProgress(to) && !isInProgress(row.status);
  const countsAgain = effKg(after) > 0 && effKg(counted) === 0;
  if (setsOut || countsAgain) assertAllowed(whyNotTransport(transport.purchase, transport.sale));
  const allocation = await requireAllocation(tx, transport);
  const change = rule(allocation, counted, after, planRoomKg(transport.purchase, transport.sale));
  if (typeof change === 'string') throw new DomainError(change);
  await addToCommit(tx, allocation.id, change.commitChangeKg);
  return {
    status: to,
    real_quantity_kg: realQuantityKg,
    is_returned: after.isReturned,
    extra_kg: change.extraKg,
  };
}
