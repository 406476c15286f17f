import type { SettlementStatus } from '@spichlerz/shared/domain/settlement';
import { isInProgress, type TransportStatus } from '@spichlerz/shared/domain/transport';
import type { Kilograms } from '@spichlerz/shared/domain/units';
import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { LockedTransport } from './transport-lock.ts';

/**
 * Applies the transport's step to its settlement (customer decisions 2 and 3): a delivery creates it, a release
 * sets both sides to TO_BE_SETTLED, a reverted release sets both sides to DELIVERED, and a reverted delivery
 * deletes it. A step can deliver and release a transport at once.
 */
export async function syncSettlementStatus(
  tx: Tx,
  transport: LockedTransport,
  to: TransportStatus,
): Promise<void> {
  const { settlement } = transport;
  if (settlement === null) {
    if (to !== 'DELIVERED' && to !== 'TO_BE_SETTLED') return;
    const id = await openSettlement(tx, transport);
    if (to === 'TO_BE_SETTLED') await setBothSides(tx, id, 'TO_BE_SETTLED');
    return;
  }
  if (to === 'DELIVERED') await setBothSides(tx, settlement.id, 'DELIVERED');
  else if (to === 'TO_BE_SETTLED' && transport.row.status === 'DELIVERED') {
    await setBothSides(tx, settlement.id, 'TO_BE_SETTLED');
  } else if (transport.row.status === 'DELIVERED' || isInProgress(to)) {
    await tx.deleteFrom('settlement').where('id', '=', settlement.id).execute();
  }
}

/**
 * Creates the transport's settlement with the prices and qualities of the contracts, and with the unloading
 * date as the delivery dates.
 */
export async function openSettlement(
  tx: Tx,
  transport: Pick<LockedTransport, 'purchase' | 'sale'> & {
    readonly row: { id: number; date_unloading: string };
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('settlement')
    .values({ transport_id: transport.row.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('settlement_side')
    .values(
      [transport.purchase, transport.sale].map((contract) => ({
        settlement_id: id,
        side: contract.side,
        price_minor_per_tonne: contract.price,
        quality: contract.quality,
        deliver_date: transport.row.date_unloading,
        details: null,
        deductions: null,
        invoice_number: null,
        payment_date: null,
        sent_quantity_kg: null,
        sent_amount_minor: null,
      })),
    )
    .execute();
  return id;
}

/**
 * Before the release, a corrected unloading date also changes the delivery dates that were copied from it. A
 * delivery date that a user chose stays.
 */
export async function syncDeliveryDate(
  tx: Tx,
  { settlement, row }: LockedTransport,
  unloading: string,
): Promise<void> {
  if (settlement === null || unloading === row.date_unloading) return;
  await tx
    .updateTable('settlement_side')
    .set({ deliver_date: unloading })
    .where('settlement_id', '=', settlement.id)
    .where('status', '=', 'DELIVERED')
    .where('deliver_date', '=', row.date_unloading)
    .execute();
}

/**
 * Applies a changed weight to the settlement. Both sides get a new version, because a client may be about to
 * save a side with the old weight. If the sale has a single option for the whole transport, the option gets the
 * new weight.
 */
export async function syncSettlementWeight(
  tx: Tx,
  { settlement, row }: LockedTransport,
  realQuantityKg: Kilograms | null,
): Promise<void> {
  if (settlement === null || realQuantityKg === null || realQuantityKg === row.real_quantity_kg) return;
  await tx
    .updateTable('settlement_option')
    .set({ quantity_kg: realQuantityKg })
    .where('settlement_id', '=', settlement.id)
    .where('quantity_kg', '=', row.real_quantity_kg ?? row.quantity_kg)
    .where(sql<boolean>`(select count(*) from settlement_option where settlement_id = ${settlement.id}) = 1`)
    .execute();
  // comes after the option is written, because the triggers of this update recompute the sums of the invoice
  // from the options
  await tx
    .updateTable('settlement_side')
    .set({ version: NEXT_VERSION })
    .where('settlement_id', '=', settlement.id)
    .execute();
}

async function setBothSides(tx: Tx, settlementId: number, status: SettlementStatus): Promise<void> {
  await tx
    .updateTable('settlement_side')
    .set({ status, version: NEXT_VERSION })
    .where('settlement_id', '=', settlementId)
    .execute();
}

const NEXT_VERSION = sql<number>`version + 1`;
