import { hasEnded, type TradedContract } from '@spichlerz/shared/domain/allocation';
import { sql } from 'kysely';
import { publishChange } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';
import { auditOpenQuantities } from './audit-open-quantities.ts';

/**
 * Releases the open quantity of the allocations of these contracts, which must be locked. The allocations
 * keep the quantity of their transports (customer decisions 5).
 */
export async function releaseAllocations(
  tx: Tx,
  actor: Actor,
  of: { readonly purchase_id?: number; readonly sales_id?: number },
): Promise<void> {
  let open = tx.selectFrom('allocation').where('open_kg', '>', 0 as never);
  if (of.purchase_id !== undefined) open = open.where('purchase_id', '=', of.purchase_id);
  if (of.sales_id !== undefined) open = open.where('sales_id', '=', of.sales_id);
  const allocations = await open.select(['id', 'purchase_id', 'sales_id', 'open_kg']).execute();
  if (allocations.length === 0) return;
  await tx
    .updateTable('allocation')
    .set({ commit_kg: sql<number>`in_delivery_kg + delivered_kg` })
    .where(
      'id',
      'in',
      allocations.map((allocation) => allocation.id),
    )
    .execute();
  await auditOpenQuantities(
    tx,
    actor,
    'allocationReleased',
    allocations.map((allocation) => ({
      purchaseId: allocation.purchase_id,
      salesId: allocation.sales_id,
      beforeKg: allocation.open_kg,
      afterKg: 0,
    })),
  );
  await publishChange(tx, {
    allocation: allocations.map((allocation) => allocation.id),
    contract: allocations.flatMap((allocation) => [allocation.purchase_id, allocation.sales_id]),
  });
}

type Traded = Pick<TradedContract, 'status'> & { readonly id: number };

/**
 * Runs after a status change of a transport. If one of its contracts has ended, releases the quantity that the
 * transport returned to its allocation.
 */
export async function releaseIfEnded(
  tx: Tx,
  actor: Actor,
  { purchase, sale }: { readonly purchase: Traded; readonly sale: Traded },
): Promise<void> {
  if (!hasEnded(purchase, sale)) return;
  await releaseAllocations(tx, actor, { purchase_id: purchase.id, sales_id: sale.id });
}
