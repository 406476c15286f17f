import { type Allocation, coverTransport, openKg } from './allocation.ts';
import type { ErrorCode } from './domain-error.ts';
import { effKg, isDelivered, type TransportWeights } from './transport.ts';
import { type Kilograms, kilograms } from './units.ts';

/** A truck with the kilograms it brought into its allocation beyond the allocation's own plan. */
export type TransportWithExtra = TransportWeights & { readonly extraKg: Kilograms };

/** What a step does to the allocation's commitment (add it) and the extra the truck keeps from now on (store it). */
export type QuantityChange = { readonly commitChangeKg: Kilograms; readonly extraKg: Kilograms };

/**
 * The one place where a truck's own steps move a commitment (decisions 1): created (`before` is null), delivered,
 * weighed, corrected, returned, un-returned, cancelled and deleted (`after` is null).
 *
 * A truck that starts to count takes its kilograms from the allocation's open quantity, the rest as extra; one that
 * stops counting gives its extra back. Real weights move only what the truck counts for, so a lighter truck
 * returns the difference to open and a heavier one is never refused. A truck un-returned as delivered takes no
 * more than it weighs, so facts never leave a plan above planMax behind.
 *
 * @param allocation the truck's allocation before the step, `before` counted in
 * @param roomKg what both contracts still allow beyond the allocation (planRoomKg)
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

/** What moving a truck does to both commitments (add each) and the extra the truck keeps on its new allocation. */
export type MoveChange = {
  readonly oldCommitChangeKg: Kilograms;
  readonly targetCommitChangeKg: Kilograms;
  readonly extraKg: Kilograms;
};

/**
 * A redirected truck or a moved settlement takes its commitment along, the target's own plan first (decisions 4).
 * The total of the contract that does not move never rises.
 *
 * @param target the allocation the truck comes to (NO_ALLOCATION when there is none yet), without the truck
 * @param transportKg what the truck counts for, effKg
 * @param roomKg room of the contract it comes to: allowedKg of the sale for a redirect, acceptableKg for a settlement
 * @returns TRANSPORT_QUANTITY_IS_TO_BIG when what the target's plan does not cover does not fit
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
 * What the old allocation has open again after the truck has left: what the target's own plan took over, less what the trucks
 * of the old allocation had come to beyond its promise. An allocation of a contract that has ended holds nothing open (hasEnded).
 *
 * @param old the allocation the truck leaves, the truck counted in
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
