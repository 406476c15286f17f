import type { TradedContract } from '@spichlerz/shared/domain/allocation';
import { type AgreementStatus, type Currency, toleranceOf } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { MinorUnits } from '@spichlerz/shared/domain/units';
import { sql } from 'kysely';
import { compiledOnce, type Ids, isAnyOf } from '../../db/compiled-once.ts';
import type { Db, Tx } from '../../db/tx.ts';

export type LockedContract = TradedContract & {
  readonly id: number;
  readonly side: Side;
  readonly version: number;
  readonly agreementStatus: AgreementStatus;
  readonly ownerId: number;
  readonly currency: Currency;
  readonly price: MinorUnits;
  readonly minPrice: MinorUnits | null;
  readonly quality: string;
  readonly inDeliveryCount: number;
  readonly transportCount: number;
};

/**
 * Locks contracts in id order, so that two commands on the same contracts wait for each other instead of
 * deadlocking.
 * @returns only contracts that exist; the caller handles missing ones
 */
export async function lockContracts(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LockedContract>> {
  const rows = await lockRows(tx, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, { ...row, tolerance: toleranceOf(row) }]));
}

const lockRows = compiledOnce((db: Db, ids: Ids) =>
  db
    .selectFrom('contract as c')
    .where(isAnyOf('c.id', ids))
    .orderBy('c.id')
    .forNoKeyUpdate()
    .select([
      'c.id',
      'c.side',
      'c.version',
      'c.raw_material_id as rawMaterialId',
      'c.status',
      'c.agreement_status as agreementStatus',
      'c.owner_id as ownerId',
      'c.currency',
      'c.quantity_kg as quantityKg',
      'c.tolerance_type as toleranceType',
      'c.tolerance_unit as toleranceUnit',
      sql<number | null>`c.tolerance_quantity::float8`.as('toleranceQuantity'),
      'c.allocated_kg as allocatedKg',
      'c.in_delivery_kg as inDeliveryKg',
      'c.delivered_kg as deliveredKg',
      'c.in_delivery_count as inDeliveryCount',
      'c.transport_count as transportCount',
      'c.price_minor_per_tonne as price',
      'c.min_price_minor_per_tonne as minPrice',
      sql<string>`coalesce((select q.title from material_quality q where q.id = c.quality_id), c.contractual_quality)`.as(
        'quality',
      ),
    ]),
);

/** Returns the locked contract with this id if it belongs to this side. */
export function ofSide(
  locked: ReadonlyMap<number, LockedContract>,
  side: Side,
  id: number,
): LockedContract | undefined {
  const contract = locked.get(id);
  return contract?.side === side ? contract : undefined;
}
