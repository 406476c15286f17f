import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { lockContracts } from '../contracts/contract-commands.ts';

/* Applying a list and undoing it both use these functions. */

/** The reason that the audit log shows. */
export const reasonOf = (listId: number, row: number) => `Lista rozładunków nr ${listId}, wiersz ${row}`;

/** Locks the contracts of the transports in id order, as every command does. */
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

/** The sum of the versions of both settlement sides of transport t. */
export const SIDE_VERSION = sql<number>`coalesce((select sum(side.version)::int4 from settlement x
  join settlement_side side on side.settlement_id = x.id where x.transport_id = t.id), 0)`;

type Versions = { readonly version: number; readonly sideVersion: number };

export async function readVersions(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Versions>> {
  const found = await tx
    .selectFrom('transport as t')
    .where(sql<boolean>`t.id = any(${ids}::bigint[])`)
    .select(['t.id', 't.version', SIDE_VERSION.as('sideVersion')])
    .execute();
  return new Map(found.map((transport) => [transport.id, transport]));
}
