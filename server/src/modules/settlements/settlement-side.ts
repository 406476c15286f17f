import type { Currency } from '@spichlerz/shared/domain/contract';
import {
  assertAllowed,
  DomainError,
  type ErrorCode,
  fieldError,
} from '@spichlerz/shared/domain/domain-error';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { Kilograms, MinorUnits } from '@spichlerz/shared/domain/units';
import { type Selectable, sql } from 'kysely';
import { type Changes, changedFields, publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { CONTRACT_COLUMN } from '../../db/contract-column.ts';
import type { Database } from '../../db/schema.ts';
import { TransactionConflictError, type Tx } from '../../db/tx.ts';

/** A locked side of a settlement, with the unloaded weight of its transport. */
export type LockedSide = {
  readonly settlementId: number;
  readonly version: number;
  readonly transportId: number;
  readonly registrationNumber: string;
  readonly contracts: BySide<number>;
  readonly rawMaterialId: number;
  readonly currency: Currency;
  /** The main price of the side's contract. */
  readonly contractPrice: MinorUnits;
  readonly unloadedKg: Kilograms;
  readonly columns: SideColumns;
};

type Key = { readonly transportId: number } | { readonly settlementId: number };

/**
 * Locks the transport of a settlement and then the side, and reads the side. The side needs its own lock,
 * because an invoice writes sides of other transports without locking these transports. The side is read by a
 * second SQL statement, because a statement that waited for a lock may return older data of other tables.
 * @param usesRules whether the settlement stores the contract's rules, which must not change until it is saved
 * @throws DomainError TRANSPORT_NOT_FOUND, SETTLEMENT_NOT_FOUND
 */
export async function lockSide(tx: Tx, side: Side, key: Key, usesRules = false): Promise<LockedSide> {
  const transportId = 'transportId' in key ? key.transportId : await transportIdOf(tx, key.settlementId);
  const contractId = usesRules ? await shareContract(tx, side, transportId) : undefined;
  const transport = await tx
    .selectFrom('transport')
    .where('id', '=', transportId)
    .forNoKeyUpdate()
    .select('id')
    .executeTakeFirst();
  if (transport === undefined) throw fieldError('transportId', 'TRANSPORT_NOT_FOUND');
  await lockSidesOf(tx, side, [transportId]);
  const row = await tx
    .selectFrom('settlement as x')
    .innerJoin('transport as t', 't.id', 'x.transport_id')
    .innerJoin('contract as own', 'own.id', `t.${CONTRACT_COLUMN[side]}`)
    .innerJoin('settlement_side as side', (join) =>
      join.onRef('side.settlement_id', '=', 'x.id').on('side.side', '=', side),
    )
    .where('t.id', '=', transportId)
    .select([
      'x.id as settlementId',
      'side.version',
      't.purchase_id as purchaseId',
      't.sales_id as salesId',
      't.registration_number as registrationNumber',
      'own.raw_material_id as rawMaterialId',
      'own.currency',
      'own.price_minor_per_tonne as contractPrice',
      sql<Kilograms>`coalesce(t.real_quantity_kg, t.quantity_kg)`.as('unloadedKg'),
      ...SIDE_COLUMNS.map((column) => `side.${column}` as const),
    ])
    .executeTakeFirst();
  if (row === undefined) throw fieldError(Object.keys(key)[0] ?? '', 'SETTLEMENT_NOT_FOUND');
  const {
    settlementId,
    version,
    purchaseId,
    salesId,
    registrationNumber,
    rawMaterialId,
    currency,
    contractPrice,
    unloadedKg,
    ...columns
  } = row;
  const contracts = { purchase: purchaseId, sales: salesId };
  // the transport moved to another contract before it was locked
  if (contractId !== undefined && contractId !== contracts[side]) throw new TransactionConflictError();
  return {
    settlementId,
    version,
    transportId,
    registrationNumber,
    contracts,
    rawMaterialId,
    currency,
    contractPrice,
    unloadedKg,
    columns,
  };
}

/** Locks one side of each transport's settlement in id order. The transports must be locked. */
export async function lockSidesOf(tx: Tx, side: Side, transportIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom('settlement_side')
    // an array lets the planner look the sides up by their key, also before it has statistics
    .where(
      sql<boolean>`settlement_id = any(array(
        select id from settlement where transport_id = any(${transportIds}::bigint[])))`,
    )
    .where('side', '=', side)
    .orderBy('settlement_id')
    .forNoKeyUpdate()
    .select('settlement_id')
    .execute();
}

/**
 * Locks the contract of the transport against changes, and returns the id of the contract. Settlements of other
 * transports may share the lock.
 */
async function shareContract(tx: Tx, side: Side, transportId: number): Promise<number | undefined> {
  const contract = await tx
    .selectFrom('transport as t')
    .innerJoin('contract as own', 'own.id', `t.${CONTRACT_COLUMN[side]}`)
    .where('t.id', '=', transportId)
    .select('own.id')
    .forShare('own')
    .executeTakeFirst();
  return contract?.id;
}

async function transportIdOf(tx: Tx, settlementId: number): Promise<number> {
  const row = await tx
    .selectFrom('settlement')
    .where('id', '=', settlementId)
    .select('transport_id')
    .executeTakeFirst();
  if (row === undefined) throw fieldError('settlementId', 'SETTLEMENT_NOT_FOUND');
  return row.transport_id;
}

const SIDE_COLUMNS = [
  'status',
  'price_minor_per_tonne',
  'quality',
  'details',
  'deductions',
  'invoice_number',
  'deliver_date',
  'payment_date',
  'invoice_date',
  'ksef_number',
  'sent_quantity_kg',
  'sent_amount_minor',
  'accepted_kg',
  'snapshot',
] as const;
type SideColumns = Pick<Selectable<Database['settlement_side']>, (typeof SIDE_COLUMNS)[number]>;
/** The columns to write. `snapshot` and `taken_back` are JSON texts. */
type NewColumns = Partial<Omit<SideColumns, 'accepted_kg' | 'snapshot'>> & {
  readonly accepted_kg?: number | null;
  readonly snapshot?: string | null;
  readonly taken_back?: string | null;
};

type SideChange = {
  readonly action: string;
  readonly columns: NewColumns;
  /** Additional changes for the audit log that are not columns of the side. */
  readonly changes?: Changes;
  /** The currency of the new contract when the transport moves. */
  readonly currency?: Currency;
  readonly reason?: string | undefined;
  /** The version that the client last read. */
  readonly expectedVersion?: number | undefined;
};

/** Whether the client's version is the current one; a client without a version always passes. */
function isCurrentVersion(locked: LockedSide, expectedVersion: number | undefined): boolean {
  return expectedVersion === undefined || expectedVersion === locked.version;
}

/**
 * Rejects a step that the status does not allow, if the client's version is current. With an older version,
 * writeSide decides: the stored status may result from the client's own step, whose response was lost
 * (customer decisions 9, docs/decisions/0013).
 */
export function assertAllowedIfCurrent(
  locked: LockedSide,
  expectedVersion: number | undefined,
  why: ErrorCode | null,
  fieldPath?: string,
): void {
  if (isCurrentVersion(locked, expectedVersion)) assertAllowed(why, fieldPath);
}

/**
 * Writes the side and its audit entry, and publishes the change. With an older version, a call that repeats
 * the stored values succeeds without writing, because its first response may have been lost.
 * @throws DomainError CONFLICT for any other change with an older version
 */
export async function writeSide(
  tx: Tx,
  actor: Actor,
  side: Side,
  locked: LockedSide,
  { action, columns, changes, currency, reason, expectedVersion }: SideChange,
): Promise<void> {
  // the audit entry has no snapshot, because price, kilograms and deductions describe it
  const { snapshot: _snapshot, taken_back: _takenBack, ...compared } = columns;
  const changed = { ...changedFields<object>(locked.columns, compared), ...changes };
  if (!isCurrentVersion(locked, expectedVersion)) {
    if (Object.keys(changed).length === 0) return;
    throw new DomainError('CONFLICT');
  }
  await tx
    .updateTable('settlement_side')
    .set({ ...columns, version: locked.version + 1 })
    .where('settlement_id', '=', locked.settlementId)
    .where('side', '=', side)
    .execute();
  await writeAuditEntry(tx, actor, {
    entity: 'settlement',
    entityId: locked.settlementId,
    contractIds: [locked.contracts[side]],
    subject: locked.registrationNumber,
    action: `${side}.${action}`,
    reason,
    changes: changed,
    currency: [locked.currency, currency ?? locked.currency],
  });
  await publishChange(tx, {
    settlement: [locked.settlementId],
    transport: [locked.transportId],
    contract: Object.values(locked.contracts),
  });
}
