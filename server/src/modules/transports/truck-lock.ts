import type { SettlementStatus } from '@spichlerz/shared/domain/settlement';
import type { Side } from '@spichlerz/shared/domain/side';
import type { CountedTruck } from '@spichlerz/shared/domain/truck-quantities';
import { sql } from 'kysely';
import { announceChange } from '../../db/record-change.ts';
import { LostRace, type Tx } from '../../db/tx.ts';
import { type LockedContract, lockContracts, ofSide } from '../contracts/contract-commands.ts';

/** A truck with its contracts, all of them locked. */
export type LockedTruck = {
  readonly row: TruckRow;
  readonly counted: CountedTruck;
  readonly purchase: LockedContract;
  readonly sale: LockedContract;
  /** The contract it may move to, when one was asked for and exists. */
  readonly target: LockedContract | undefined;
  readonly settlement: { readonly id: number } | null;
  readonly purchaseSettlement: SettlementStatus | null;
  readonly salesSettlement: SettlementStatus | null;
};

export type TruckRow = Awaited<ReturnType<typeof selectTruck>>;

function selectTruck(tx: Tx, id: number) {
  return tx
    .selectFrom('transport')
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Locks the contracts first, in id order, then the truck, as every command does. Which contracts these are is
 * read before the lock; a truck that moved meanwhile starts the transaction again.
 * @returns undefined when there is no such truck
 */
export async function lockTruck(
  tx: Tx,
  id: number,
  target?: { side: Side; id: number },
): Promise<LockedTruck | undefined> {
  const place = await tx
    .selectFrom('transport')
    .where('id', '=', id)
    .select(['purchase_id as purchaseId', 'sales_id as salesId'])
    .executeTakeFirst();
  if (place === undefined) return undefined;
  const locked = await lockContracts(tx, [
    place.purchaseId,
    place.salesId,
    ...(target === undefined ? [] : [target.id]),
  ]);
  const purchase = ofSide(locked, 'purchase', place.purchaseId);
  const sale = ofSide(locked, 'sales', place.salesId);
  const still = await tx
    .selectFrom('transport')
    .where('id', '=', id)
    .select(['purchase_id as purchaseId', 'sales_id as salesId'])
    .executeTakeFirst();
  if (still === undefined) return undefined;
  if (
    purchase === undefined ||
    sale === undefined ||
    still.purchaseId !== place.purchaseId ||
    still.salesId !== place.salesId
  ) {
    throw new LostRace();
  }
  const row = await selectTruck(tx, id);
  const settlement = await tx
    .selectFrom('settlement as x')
    .where('x.transport_id', '=', id)
    .select([
      'x.id',
      sql<SettlementStatus>`(select status from settlement_side where settlement_id = x.id and side = 'purchase')`.as(
        'purchase',
      ),
      sql<SettlementStatus>`(select status from settlement_side where settlement_id = x.id and side = 'sales')`.as(
        'sales',
      ),
    ])
    .executeTakeFirst();
  return {
    row,
    counted: {
      status: row.status,
      quantityKg: row.quantity_kg,
      realQuantityKg: row.real_quantity_kg,
      isReturned: row.is_returned,
      extraKg: row.extra_kg,
    },
    purchase,
    sale,
    target: target && ofSide(locked, target.side, target.id),
    settlement: settlement === undefined ? null : { id: settlement.id },
    purchaseSettlement: settlement?.purchase ?? null,
    salesSettlement: settlement?.sales ?? null,
  };
}

type Placed = Pick<LockedTruck['row'], 'id' | 'registration_number' | 'purchase_id' | 'sales_id'>;

/** Whose history an entry about a truck belongs to: its contracts', and the one's it goes to. */
export function aboutTruck(row: Placed, ...targets: number[]) {
  return {
    entity: 'transport' as const,
    entityId: row.id,
    contractIds: [row.purchase_id, row.sales_id, ...targets],
    subject: row.registration_number,
  };
}

/** Every screen that shows the truck or one of these contracts. */
export async function announceTruck(tx: Tx, id: number, contractIds: readonly number[]): Promise<void> {
  await announceChange(tx, { transport: [id], contract: contractIds });
}
