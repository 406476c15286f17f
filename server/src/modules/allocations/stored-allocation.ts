import { type Allocation, NO_ALLOCATION } from '@spichlerz/shared/domain/allocation';
import { type Kilograms, kilograms } from '@spichlerz/shared/domain/units';
import { type RawBuilder, sql } from 'kysely';
import { compiledOnce } from '../../db/compiled-once.ts';
import type { Db, Tx } from '../../db/tx.ts';

export type StoredAllocation = Allocation & {
  readonly id: number;
  readonly openKg: Kilograms;
  readonly transportCount: number;
};

/** Reads the allocation of two contracts, which must be locked: their locks also protect the allocation. */
export async function findAllocation(
  tx: Tx,
  purchaseId: number,
  salesId: number,
): Promise<StoredAllocation | undefined> {
  const [allocation] = await selectAllocation(tx, purchaseId, salesId);
  return allocation;
}

const selectAllocation = compiledOnce((db: Db, purchaseId: RawBuilder<number>, salesId: RawBuilder<number>) =>
  db
    .selectFrom('allocation')
    .where('purchase_id', '=', purchaseId)
    .where('sales_id', '=', salesId)
    .select([
      'id',
      'commit_kg as commitKg',
      'open_kg as openKg',
      'transport_count as transportCount',
      sql<Kilograms>`in_delivery_kg + delivered_kg`.as('effKg'),
    ]),
);

/** Returns the allocation of two locked contracts. If there is none, creates one with a commitment of 0. */
export async function findOrCreateAllocation(
  tx: Tx,
  purchase: { id: number; rawMaterialId: number },
  salesId: number,
): Promise<StoredAllocation> {
  const found = await findAllocation(tx, purchase.id, salesId);
  if (found !== undefined) return found;
  const { id } = await tx
    .insertInto('allocation')
    .values({
      purchase_id: purchase.id,
      sales_id: salesId,
      raw_material_id: purchase.rawMaterialId,
      commit_kg: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...NO_ALLOCATION, id, openKg: kilograms(0), transportCount: 0 };
}

/** Adds a positive or negative number of kilograms to the commitment of an allocation. */
export async function addToCommit(tx: Tx, allocationId: number, changeKg: number): Promise<void> {
  if (changeKg === 0) return;
  await tx
    .updateTable('allocation')
    .set({ commit_kg: sql<number>`commit_kg + ${changeKg}` })
    .where('id', '=', allocationId)
    .execute();
}
