import {
  CONTRACTUAL_QUALITY_ID,
  type DueQuantity,
  fillDeliveryMonths,
  NEXT_SEASON,
  OPEN_STATUSES,
  OVERDUE,
} from '@spichlerz/shared/domain/position';
import type { Side } from '@spichlerz/shared/domain/side';
import type { Position } from '@spichlerz/shared/wire/positions';
import { type Expression, sql } from 'kysely';
import { compiledOnce } from '../../db/compiled-once.ts';
import type { Db } from '../../db/tx.ts';

type Row = {
  materialId: number;
  name: string;
  qualityId: number | null;
  title: string | null;
  purchase: number;
  sales: number;
};

type Balance = { raw_material_id: number; quality_id: number | null; purchase: number; sales: number };

/** The common title of all contractual qualities in the response. */
const CONTRACTUAL_TITLE = 'Jakość kontraktowa';

type Range = { dateFrom?: string | undefined; dateTo?: string | undefined };

/**
 * A contract whose receipt dates overlap the requested range counts with its whole undelivered quantity, not
 * with a share of it (customer decisions 7).
 */
const openContracts = (db: Db, range: Range) =>
  db
    .selectFrom('contract as c')
    .where('c.status', 'in', [...OPEN_STATUSES])
    .$if(range.dateFrom !== undefined, (query) => query.where('c.receipt_to', '>=', range.dateFrom ?? ''))
    .$if(range.dateTo !== undefined, (query) => query.where('c.receipt_from', '<=', range.dateTo ?? ''));

const sumOfSide = (side: Side) =>
  sql<number>`coalesce(sum(greatest(0, c.quantity_kg - c.delivered_kg)) filter (where c.side = ${side}), 0)::bigint`;

const OPEN_KG = [sumOfSide('purchase').as('purchase'), sumOfSide('sales').as('sales')] as const;

/**
 * Sums open kilograms per raw material and quality of the main option, including raw materials without open
 * contracts (customer decisions 7).
 */
export async function listPositions(db: Db, range: Range): Promise<Position[]> {
  const isWhole = range.dateFrom === undefined && range.dateTo === undefined;
  const rows = isWhole
    ? await selectStoredPosition(db)
    : await withNames(db, summedPosition(db, range)).execute();
  return groupByMaterial(rows);
}

const withNames = (db: Db, balances: Expression<Balance>) =>
  db
    .selectFrom('raw_material as m')
    .leftJoin(sql<Balance>`${balances}`.as('b'), 'b.raw_material_id', 'm.id')
    .leftJoin('material_quality as q', 'q.id', 'b.quality_id')
    .orderBy('m.display_order')
    .orderBy('m.id')
    .orderBy(sql`q.position nulls last`)
    .orderBy('q.id')
    .select([
      'm.id as materialId',
      'm.name',
      'b.quality_id as qualityId',
      'q.title',
      sql<number>`coalesce(b.purchase, -1)`.as('purchase'),
      sql<number>`coalesce(b.sales, -1)`.as('sales'),
    ]);

const selectStoredPosition = compiledOnce((db: Db) => withNames(db, storedPosition(db)));

/** Selects the sums that database triggers maintain. */
const storedPosition = (db: Db) =>
  db
    .selectFrom('open_position as k')
    .groupBy(['k.raw_material_id', 'k.quality_id'])
    .having(sql<boolean>`sum(k.contracts) > 0`)
    .select([
      'k.raw_material_id',
      sql<number | null>`nullif(k.quality_id, 0)`.as('quality_id'),
      sql<number>`coalesce(sum(k.open_kg) filter (where k.side = 'purchase'), 0)::bigint`.as('purchase'),
      sql<number>`coalesce(sum(k.open_kg) filter (where k.side = 'sales'), 0)::bigint`.as('sales'),
    ]);

/** Sums the contracts whose receipt dates overlap the requested range. */
const summedPosition = (db: Db, range: Range) =>
  openContracts(db, range)
    .groupBy(['c.raw_material_id', 'c.quality_id'])
    .select(['c.raw_material_id', 'c.quality_id', ...OPEN_KG]);

/** Sums open kilograms of one raw material by the month in which the receipt dates end. */
export async function listDeliveryMonths(
  db: Db,
  { rawMaterialId, ...range }: Range & { rawMaterialId: number },
): Promise<DueQuantity[]> {
  const due = await openContracts(db, range)
    .where('c.raw_material_id', '=', rawMaterialId)
    .select([
      sql<string>`case
        when c.status = ${NEXT_SEASON} then ${NEXT_SEASON}
        when c.receipt_to < current_date then ${OVERDUE}
        else to_char(c.receipt_to, 'YYYY-MM') end`.as('bucket'),
      ...OPEN_KG,
    ])
    .groupBy('bucket')
    .execute();
  return fillDeliveryMonths(due);
}

function groupByMaterial(rows: readonly Row[]): Position[] {
  const positions = new Map<number, Position>();
  for (const row of rows) {
    const position = positions.get(row.materialId) ?? emptyPosition(row);
    positions.set(row.materialId, position);
    // a material without open contracts has one row with negative quantities
    if (row.purchase < 0) continue;
    position.purchase += row.purchase;
    position.sales += row.sales;
    position.details.push({
      id: row.qualityId ?? CONTRACTUAL_QUALITY_ID,
      title: row.title ?? CONTRACTUAL_TITLE,
      purchase: row.purchase,
      sales: row.sales,
    });
  }
  return [...positions.values()];
}

function emptyPosition(row: Row): Position {
  return { id: row.materialId, translatePl: row.name, purchase: 0, sales: 0, details: [] };
}
