import type { SettlementStatus } from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { TransportWithExtra } from '@spichlerz/shared/domain/transport-quantities';
import { sql, type Updateable } from 'kysely';
import { publishChange } from '../../audit/record-change.ts';
import type { Database } from '../../db/schema.ts';
import { TransactionConflictError, type Tx } from '../../db/tx.ts';
import { type LockedContract, lockContracts, ofSide } from '../contracts/contract-commands.ts';

/** A transport with its contracts, all of them locked. */
export type LockedTransport = {
  readonly row: LockedTransportRow;
  readonly counted: TransportWithExtra;
  readonly purchase: LockedContract;
  readonly sale: LockedContract;
  /** The contract the transport may move to, if requested and found. */
  readonly target: LockedContract | undefined;
  readonly settlement: LockedSettlement | null;
};

export type LockedSettlement = { readonly id: number; readonly status: BySide<SettlementStatus> };

export type LockedTransportRow = NonNullable<Awaited<ReturnType<typeof selectTransport>>>;

/** Locks the transport, and thereby its settlement. The settlement must be read in a later SQL statement. */
function selectTransport(tx: Tx, id: number) {
  return tx.selectFrom('transport').where('id', '=', id).selectAll().forNoKeyUpdate().executeTakeFirst();
}

async function settlementOf(tx: Tx, transportId: number): Promise<LockedSettlement | null> {
  const sides = await tx
    .selectFrom('settlement as x')
    .innerJoin('settlement_side as side', 'side.settlement_id', 'x.id')
    .where('x.transport_id', '=', transportId)
    .select(['x.id', 'side.side', 'side.status'])
    .execute();
  const statusOf = (ofSide: Side) => sides.find(({ side }) => side === ofSide)?.status;
  const [id, purchase, sales] = [sides[0]?.id, statusOf('purchase'), statusOf('sales')];
  if (id === undefined || purchase === undefined || sales === undefined) return null;
  return { id, status: { purchase, sales } };
}

/**
 * Locks the contracts in id order, then the transport and thereby its settlement, as every command does. The
 * ids of the contracts are read before the lock. If the transport has moved in between, an error restarts the
 * transaction.
 * @returns undefined when the transport does not exist
 */
export async function lockTransport(
  tx: Tx,
  id: number,
  target?: { side: Side; id: number },
): Promise<LockedTransport | undefined> {
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
  const row = await selectTransport(tx, id);
  if (row === undefined) return undefined;
  const hasMoved = row.purchase_id !== place.purchaseId || row.sales_id !== place.salesId;
  if (purchase === undefined || sale === undefined || hasMoved) throw new TransactionConflictError();
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
    settlement: await settlementOf(tx, id),
  };
}

/**
 * Locks the contracts of many transports in id order. A command that changes the transports one by one calls
 * this first, because lockTransport locks the contracts of each transport before the transport.
 */
export async function lockContractsOf(tx: Tx, transportIds: readonly number[]): Promise<void> {
  const found = await tx
    .selectFrom('transport')
    .where(sql<boolean>`id = any(${transportIds}::bigint[])`)
    .select(['purchase_id as purchaseId', 'sales_id as salesId'])
    .execute();
  await lockContracts(
    tx,
    found.flatMap(({ purchaseId, salesId }) => [purchaseId, salesId]),
  );
}

/**
 * Locks transports in id order. Commands that change a settlement lock its transport first, so these commands
 * wait too.
 */
export async function lockTransports(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .selectFrom('transport')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id')
    .execute();
}

/**
 * Writes the transport with the next version, so that a client with an older version cannot overwrite it
 * (docs/decisions/0013).
 */
export async function writeTransport(
  tx: Tx,
  { id, version }: Pick<LockedTransport['row'], 'id' | 'version'>,
  columns: Updateable<Database['transport']>,
): Promise<void> {
  await tx
    .updateTable('transport')
    .set({ ...columns, version: version + 1, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

type AuditedTransport = Pick<
  LockedTransport['row'],
  'id' | 'registration_number' | 'purchase_id' | 'sales_id' | 'currency'
>;

/**
 * The common fields of audit entries about a transport. The audit logs of its contracts and of `targets` show
 * the entry.
 */
export function transportAuditEntry(row: AuditedTransport, ...targets: number[]) {
  return {
    entity: 'transport' as const,
    entityId: row.id,
    contractIds: [row.purchase_id, row.sales_id, ...targets],
    subject: row.registration_number,
    currency: [row.currency, row.currency] as const,
  };
}

/** Notifies every screen that shows the transport or one of these contracts. */
export async function publishTransportChange(
  tx: Tx,
  id: number,
  contractIds: readonly number[],
): Promise<void> {
  await publishChange(tx, { transport: [id], contract: contractIds });
}
