import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/* Applying an unloading list and undoing it both use these functions. */

export const reasonOf = (listId: number, row: number) => `Lista rozładunków nr ${listId}, wiersz ${row}`;

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
