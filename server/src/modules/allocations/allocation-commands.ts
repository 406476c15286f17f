import {
  commitmentForOpen,
  NO_ALLOCATION,
  openKg,
  whyNotAllocate,
} from '@spichlerz/shared/domain/allocation';
import { assertAllowed, fieldError, notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import { kilograms } from '@spichlerz/shared/domain/units';
import { publishChange } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';
import { auditOpenQuantities, lockContracts, ofSide } from '../contracts/contract-commands.ts';
import { findAllocation } from './stored-allocation.ts';

export {
  addToCommit,
  findAllocation,
  findOrCreateAllocation,
  type StoredAllocation,
} from './stored-allocation.ts';

/**
 * Sets the open quantity between a purchase and a sale, so repeating the call changes nothing. A quantity of 0
 * releases the open quantity and keeps the transports (customer decisions 1).
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_IS_NOT_COMPATIBLE, ALLOCATE_QUANTITY_IS_TO_BIG
 */
export async function allocate(
  tx: Tx,
  actor: Actor,
  salesId: number,
  request: { purchaseId: number; quantityKg: number },
): Promise<true> {
  const locked = await lockContracts(tx, [salesId, request.purchaseId]);
  const sale = ofSide(locked, 'sales', salesId);
  if (sale === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
  const purchase = ofSide(locked, 'purchase', request.purchaseId);
  if (purchase === undefined) throw fieldError('purchaseId', 'CONTRACT_NOT_FOUND');

  const stored = await findAllocation(tx, purchase.id, sale.id);
  const allocation = stored ?? NO_ALLOCATION;
  const wantedKg = kilograms(request.quantityKg);
  const why = whyNotAllocate(purchase, sale, allocation, wantedKg);
  // ALLOCATE_QUANTITY_IS_TO_BIG is about the quantity field; any other code concerns both contracts
  assertAllowed(why, why === 'ALLOCATE_QUANTITY_IS_TO_BIG' ? 'quantityKg' : undefined);

  const commit = commitmentForOpen(allocation, wantedKg);
  if (stored === undefined) {
    if (wantedKg === 0) return true;
    await tx
      .insertInto('allocation')
      .values({
        purchase_id: purchase.id,
        sales_id: sale.id,
        raw_material_id: sale.rawMaterialId,
        commit_kg: commit,
      })
      .execute();
  } else if (wantedKg === 0 && stored.transportCount === 0) {
    await tx.deleteFrom('allocation').where('id', '=', stored.id).execute();
  } else {
    await tx.updateTable('allocation').set({ commit_kg: commit }).where('id', '=', stored.id).execute();
  }
  const before = openKg(allocation);
  if (before === wantedKg) return true;
  await auditOpenQuantities(tx, actor, 'allocated', [
    { purchaseId: purchase.id, salesId: sale.id, beforeKg: before, afterKg: wantedKg },
  ]);
  await publishChange(tx, {
    allocation: stored === undefined ? [] : [stored.id],
    contract: [purchase.id, sale.id],
  });
  return true;
}
