import { refuseField } from '@spichlerz/shared/domain/refusal';
import type { SettlementStatus } from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { Kilograms, MinorUnits } from '@spichlerz/shared/domain/units';
import { sql } from 'kysely';
import { announceChange, changedFields, recordHistory } from '../../db/record-change.ts';
import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/actor.ts';

/** One side of a settlement, locked, with what its truck weighed. */
export type LockedSide = {
  readonly settlementId: number;
  readonly transportId: number;
  readonly registrationNumber: string;
  readonly contracts: BySide<number>;
  readonly rawMaterialId: number;
  readonly scalesKg: Kilograms;
  readonly status: SettlementStatus;
  readonly price: MinorUnits;
  readonly quality: string;
  readonly details: string | null;
  readonly deductions: string | null;
  readonly invoiceNumber: string | null;
  readonly deliverDate: string | null;
  readonly paymentDate: string | null;
  readonly sentQuantityKg: Kilograms | null;
};

type Key = { readonly transportId: number } | { readonly settlementId: number };

/** The truck and the settlement are locked before the side is read, so that a release cannot slip in between. */
export async function lockSide(tx: Tx, side: Side, key: Key): Promise<LockedSide> {
  const byTransport = 'transportId' in key;
  const row = await tx
    .selectFrom('settlement as x')
    .innerJoin('transport as t', 't.id', 'x.transport_id')
    .innerJoin('contract as p', 'p.id', 't.purchase_id')
    .innerJoin('settlement_side as side', (join) =>
      join.onRef('side.settlement_id', '=', 'x.id').on('side.side', '=', side),
    )
    .where(byTransport ? 'x.transport_id' : 'x.id', '=', byTransport ? key.transportId : key.settlementId)
    .forNoKeyUpdate(['x', 't', 'side'])
    .select([
      'x.id as settlementId',
      'x.transport_id as transportId',
      't.purchase_id as purchaseId',
      't.sales_id as salesId',
      't.registration_number as registrationNumber',
      'p.raw_material_id as rawMaterialId',
      sql<Kilograms>`coalesce(t.real_quantity_kg, t.quantity_kg)`.as('scalesKg'),
      'side.status',
      'side.price_minor_per_tonne as price',
      'side.quality',
      'side.details',
      'side.deductions',
      'side.invoice_number as invoiceNumber',
      'side.deliver_date as deliverDate',
      'side.payment_date as paymentDate',
      'side.sent_quantity_kg as sentQuantityKg',
    ])
    .executeTakeFirst();
  if (row !== undefined) {
    return { ...row, contracts: { purchase: row.purchaseId, sales: row.salesId } };
  }
  if (!byTransport) throw refuseField('settlementId', 'SETTLEMENT_NOT_FOUND');
  const truck = await tx
    .selectFrom('transport')
    .where('id', '=', key.transportId)
    .select('id')
    .executeTakeFirst();
  throw refuseField('transportId', truck === undefined ? 'TRANSPORT_NOT_FOUND' : 'SETTLEMENT_NOT_FOUND');
}

type SideColumns = Partial<{
  status: SettlementStatus;
  price_minor_per_tonne: number;
  quality: string;
  details: string | null;
  deductions: string | null;
  invoice_number: string | null;
  deliver_date: string | null;
  payment_date: string | null;
  sent_quantity_kg: number;
  sent_amount_minor: number;
}>;

export async function writeSide(
  tx: Tx,
  actor: Actor,
  side: Side,
  locked: LockedSide,
  action: string,
  columns: SideColumns,
  reason?: string,
): Promise<void> {
  await tx
    .updateTable('settlement_side')
    .set(columns)
    .where('settlement_id', '=', locked.settlementId)
    .where('side', '=', side)
    .execute();
  await tx
    .updateTable('settlement')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', locked.settlementId)
    .execute();
  await recordHistory(tx, actor, {
    entity: 'settlement',
    entityId: locked.settlementId,
    contractIds: [locked.contracts[side]],
    subject: locked.registrationNumber,
    action: `${side}.${action}`,
    reason,
    changes: changedFields<object>(asColumns(locked), columns),
  });
  await announceChange(tx, {
    settlement: [locked.settlementId],
    transport: [locked.transportId],
    contract: Object.values(locked.contracts),
  });
}

function asColumns(side: LockedSide) {
  return {
    status: side.status,
    price_minor_per_tonne: side.price,
    quality: side.quality,
    details: side.details,
    deductions: side.deductions,
    invoice_number: side.invoiceNumber,
    deliver_date: side.deliverDate,
    payment_date: side.paymentDate,
    sent_quantity_kg: side.sentQuantityKg,
  };
}
