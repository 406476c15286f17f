import type { Side } from '@spichlerz/shared/domain/side';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { QualityColumns, SettledParameter } from '../../export/settlement-sheet.ts';

/**
 * Reads which quality columns the export of the settlements of a side has, or of one contract with
 * `contractId`. A parameter has a column if a discount rule uses it. A parameter of a stored line has a column
 * too, because a settlement keeps its lines when the rules change.
 */
export async function readQualityColumns(
  db: Db,
  side: Side,
  contractId: number | undefined,
): Promise<QualityColumns> {
  const { rows: parameters } = await sql<SettledParameter>`
    select p.name, p.unit, p.type, array_agg(p.id) as ids from material_parameter p
    where (${ofMaterial(contractId)} and exists (select from discount_rule r where r.parameter_id = p.id))
      or p.id in (select (l ->> 'parameterId')::bigint from settlement_side x
        cross join lateral jsonb_array_elements(x.snapshot -> 'lines') l
        where x.side = ${side} and ${ofTransports(contractId)})
    group by p.name, p.unit, p.type order by p.name, p.unit`.execute(db);
  const hasAcceptedQuantity = parameters.length > 0 || (await isAnyAccepted(db, side, contractId));
  return { parameters, hasAcceptedQuantity };
}

/** Whether a side was settled by accepted kilograms, as is possible by hand, without rules. */
async function isAnyAccepted(db: Db, side: Side, contractId: number | undefined): Promise<boolean> {
  const { rows } = await sql`select from settlement_side x
    where x.side = ${side} and x.accepted_kg is not null and ${ofTransports(contractId)} limit 1`.execute(db);
  return rows.length > 0;
}

const ofMaterial = (contractId: number | undefined): RawBuilder<boolean> =>
  contractId === undefined
    ? sql`true`
    : sql`p.raw_material_id = (select c.raw_material_id from contract c where c.id = ${contractId})`;

const ofTransports = (contractId: number | undefined): RawBuilder<boolean> =>
  contractId === undefined
    ? sql`true`
    : sql`x.settlement_id in (select s.id from settlement s join transport t on t.id = s.transport_id
        where t.purchase_id = ${contractId} or t.sales_id = ${contractId})`;
