import { type Allocation, coverTransport, openKg } from './allocation.ts';
import type { ErrorCode } from './domain-error.ts';
import { effKg, isDelivered, type TransportWeights } from './transport.ts';
import { type Kilograms, kilograms } from './units.ts';

/**
 * A transport with `extraKg`: the kilograms it added to its allocation beyond the allocation's open quantity.
 */
export type TransportWithExtra = TransportWeights & { readonly extraKg: Kilograms };

/**
 * The result of a transport step: `commitChangeKg` is added to the allocation's commitment, and `extraKg` is
 * stored on the transport.
 */
export type QuantityChange = { readonly commitChangeKg: Kilograms; readonly extraKg: Kilograms };

/**
 * Returns the change of the commitment by one step of a transport (customer decisions 1): create (`before` is
 * null), deliver, weigh, correct, return, restore, cancel or delete (`after` is null). Two other steps have
 * their own functions: restoreCommitment undoes an unloading list, and moveTransportQuantities moves a
 * transport.
 * - A planned transport takes the open quantity of the allocation first; the missing kilograms are extra.
 * - A deleted, cancelled or returned transport gives its extra back.
 * - A real weight changes only effKg: a lighter transport opens the difference, and a heavier one is never
 *   rejected.
 * - A returned transport that becomes DELIVERED again takes its real weight from the allocation, but at most
 *   its planned quantity.
 * @param allocation the transport's allocation before the step, including `before`
 * @param roomKg the quantity both contracts allow in addition to the allocation (planRoomKg)
 * @returns TRANSPORT_QUANTITY_IS_TO_BIG when a plan does not fit
 */
export function recalculateCommitment(
  allocation: Allocation,
  before: TransportWithExtra | null,
  after: TransportWeights | null,
  roomKg: Kilograms,
): QuantityChange | ErrorCode {
  const heldKg = before === null ? kilograms(0) : before.extraKg;
  const fromKg = before === null ? kilograms(0) : effKg(before);
  const toKg = after === null ? kilograms(0) : effKg(after);
  if (after === null || toKg === 0) return { commitChangeKg: kilograms(0 - heldKg), extraKg: kilograms(0) };

  const isFact = before !== null && isDelivered(after);
  const neededKg = neededForPlan(fromKg, toKg, after, isFact);
  const taken = coverTransport(allocation, neededKg, isFact ? neededKg : roomKg);
  if (typeof taken === 'string') return taken;
  return { commitChangeKg: taken.extraKg, extraKg: kilograms(heldKg + taken.extraKg) };
}

function neededForPlan(
  fromKg: Kilograms,
  toKg: Kilograms,
  after: TransportWeights,
  isFact: boolean,
): Kilograms {
  if (fromKg === 0) return kilograms(Math.min(after.quantityKg, toKg));
  return kilograms(isFact ? 0 : Math.max(0, toKg - fromKg));
}

/** The allocation before an unloading list was applied. */
export type UnlistedAllocation = Allocation & {
  /**
   * The kilograms by which the list made transports of the allocation heavier. Transports whose unloading is
   * already undone do not count.
   */
  readonly heavierKg: Kilograms;
};

/**
 * Undoes the unloading of a transport by a list (customer unloading.md). The transport keeps its extra: more
 * extra would stay allocated even after a heavier transport of the same list is undone.
 * The contracts need room only for kilograms that were planned elsewhere after the unloading. They need none
 * for kilograms that were over-delivered before the list, or by heavier transports of the list. An allocation
 * that has ended gets back the commitment that the lighter weight released.
 * @param allocation the transport's current allocation, including `before`
 * @returns TRANSPORT_QUANTITY_IS_TO_BIG when a plan does not fit
 */
export function restoreCommitment(
  allocation: Allocation,
  unlisted: UnlistedAllocation,
  before: TransportWithExtra,
  after: TransportWeights,
  { roomKg, isEnded }: { readonly roomKg: Kilograms; readonly isEnded: boolean },
): QuantityChange | ErrorCode {
  const addedKg = effKg(after) - effKg(before);
  if (!isDelivered(after)) {
    const overKg = Math.max(0, unlisted.effKg - unlisted.commitKg) + unlisted.heavierKg;
    const covering = { ...allocation, commitKg: kilograms(allocation.commitKg + overKg) };
    const taken = coverTransport(covering, kilograms(addedKg), roomKg);
    if (typeof taken === 'string') return taken;
  }
  const releasedKg = isEnded
    ? Math.min(unlisted.commitKg, allocation.effKg + addedKg) - allocation.commitKg
    : 0;
  return { commitChangeKg: kilograms(Math.max(0, releasedKg)), extraKg: before.extraKg };
}

/** The result of a move: the changes to add to both commitments, and the extra to store on the transport. */
export type MoveChange = {
  readonly oldCommitChangeKg: Kilograms;
  readonly targetCommitChangeKg: Kilograms;
  readonly extraKg: Kilograms;
};

/**
 * Returns the changes of both commitments when a transport is redirected or its settlement is moved. The
 * transport uses the target's open quantity first (customer decisions 4). The used quantity of the contract
 * that the transport keeps never rises.
 * @param target the target allocation without the transport (NO_ALLOCATION when it does not exist)
 * @param transportKg the transport's effKg
 * @param roomKg room of the target contract: allowedKg of the sale for a redirect, acceptableKg for a
 * settlement
 * @returns TRANSPORT_QUANTITY_IS_TO_BIG when the kilograms beyond the target's open quantity exceed roomKg
 */
export function moveTransportQuantities(
  target: Allocation,
  transportKg: Kilograms,
  roomKg: Kilograms,
): MoveChange | ErrorCode {
  const taken = coverTransport(target, transportKg, roomKg);
  if (typeof taken === 'string') return taken;
  const { extraKg } = taken;
  return { oldCommitChangeKg: kilograms(0 - extraKg), targetCommitChangeKg: extraKg, extraKg };
}

/**
 * The kilograms that become open again in the old allocation: those that the target's open quantity covers,
 * less the over-delivery of the old allocation. An allocation that has ended (hasEnded) must not be passed.
 * @param old the old allocation, including the transport
 */
export function reopenedKg(
  old: Allocation,
  transportKg: Kilograms,
  { oldCommitChangeKg }: MoveChange,
): Kilograms {
  const left = {
    commitKg: kilograms(old.commitKg + oldCommitChangeKg),
    effKg: kilograms(old.effKg - transportKg),
  };
  return kilograms(openKg(left) - openKg(old));
}
