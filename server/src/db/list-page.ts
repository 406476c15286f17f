import { type Expression, type RawBuilder, sql } from 'kysely';
import { PLANNED_EACH_TIME } from './prepared-statements.ts';
import type { Db } from './tx.ts';

export type Page<Row> = { list: Row[]; filtered: number; total: number };

/** Directions as the wire names them; for columns that are never null, so that an index can be walked. */
const PLAIN = { ASC: sql`asc`, DESC: sql`desc` };
/** For columns that may be null: what has no value stands last either way. */
const NULLS_LAST = { ASC: sql`asc nulls last`, DESC: sql`desc nulls last` };

/** `order by` of a list. Ties are broken by id, which needs no second column and can walk its index. */
export function stableOrder<Columns extends { readonly id: Expression<unknown> }>(
  { column, direction }: { column: keyof Columns; direction: 'ASC' | 'DESC' },
  columns: Columns,
  mayBeNull: readonly (keyof Columns)[] = [],
): RawBuilder<unknown> {
  const id = sql`${columns.id} ${PLAIN[direction]}`;
  if (column === 'id') return id;
  const placed = mayBeNull.includes(column) ? NULLS_LAST : PLAIN;
  return sql`${columns[column]} ${placed[direction]}, ${id}`;
}

type Request = { readonly limit: number; readonly offset: number };
type Ids = Expression<{ id: number }>;
/** A query of one number, such as `select count(*)`. */
type Count = Expression<unknown>;

/**
 * A list by its queries, which is read by the page (pageOf) or whole (readInBatches): first the ids, which needs only
 * what filters and sorts, then what the rows show, looked up by id. So a page far back reads no row it does not show,
 * and the wide query has one text and one plan whatever was asked.
 */
export type List<Selected extends { readonly id: number }, Row> = {
  /** All ids of the list in its order; limit and offset are added by whoever reads. */
  readonly ids: Ids & { limit(n: number): { offset(n: number): Ids } };
  /** What the rows of these ids show, in any order. */
  readonly select: (db: Db, ids: readonly number[]) => Promise<readonly Selected[]>;
  /** The row as the wire has it. */
  readonly toRow: (selected: Selected) => Row;
  /** null when nothing narrows the list. */
  readonly filtered: Count | null;
  readonly total: Count;
};

type Found = { ids: number[]; filtered: number | null; total: number };

/**
 * One page of a list and its counts. What matches is counted only when the page does not tell it: a page that is not
 * full ends the list, and without filters everything counts. A row that is deleted between the two reads is left out.
 */
export async function pageOf<Selected extends { readonly id: number }, Row>(
  db: Db,
  { limit, offset }: Request,
  list: List<Selected, Row>,
): Promise<Page<Row>> {
  const counted = list.filtered === null ? sql`null::bigint` : sql`(${list.filtered})`;
  const { rows } = await sql<Found>`${PLANNED_EACH_TIME}
    with page as materialized (select array(${list.ids.limit(limit).offset(offset)}) as ids)
    select ids, (${list.total}) as total,
      case when cardinality(ids) = ${limit} or cardinality(ids) = 0 and ${offset} > 0 then ${counted} end as filtered
    from page`.execute(db);
  const { ids, filtered, total } = rows[0] ?? { ids: [], filtered: null, total: 0 };
  const endsHere = ids.length < limit && (ids.length > 0 || offset === 0);
  return {
    list: await rowsOf(db, list, ids),
    filtered: endsHere ? offset + ids.length : (filtered ?? total),
    total,
  };
}

/** The rows of these ids, in their order. */
export async function rowsOf<Selected extends { readonly id: number }, Row>(
  db: Db,
  { select, toRow }: Pick<List<Selected, Row>, 'select' | 'toRow'>,
  ids: readonly number[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const byId = new Map<number, Selected>();
  for (const selected of await select(db, ids)) byId.set(selected.id, selected);
  const rows: Row[] = [];
  for (const id of ids) {
    const selected = byId.get(id);
    if (selected !== undefined) rows.push(toRow(selected));
  }
  return rows;
}

/** For a list whose rows are selected as the wire has them. */
export const asSelected = <Row>(row: Row): Row => row;

/** `where` of the query by ids: one text however many there are. */
export const isOneOf = (column: string, ids: RawBuilder<readonly number[]>): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

export const COUNT = sql<number>`count(*)`.as('n');

/** Everything in a list's fixed scope, kept by triggers so that it costs the same at any size. */
export const rowTotal = (scope: string): RawBuilder<number> =>
  sql<number>`select coalesce(sum(n), 0)::bigint from row_total where scope = ${scope}`;

/**
 * Every word of the query must match somewhere in the text, which is normalised already (search_norm in the
 * database): part of a word, no case, no Polish diacritics. Wildcards of LIKE are ordinary characters here.
 */
export function matchesSearch(text: RawBuilder<string>, search: string): RawBuilder<boolean> {
  const words = search.split(/\s+/).filter((word) => word !== '');
  const conditions = words.map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
    return sql<boolean>`${text} like search_norm(${pattern})`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
