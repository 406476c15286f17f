import { type Expression, type RawBuilder, sql } from 'kysely';
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

type Parts<Selected> = {
  /** Filtered, sorted, selecting rows; limit and offset are added by whoever reads. */
  readonly rows: { limit(n: number): { offset(n: number): { execute(): Promise<Selected[]> } } };
  /** null when nothing narrows the list. */
  readonly filtered: (() => Promise<number>) | null;
  readonly total: () => Promise<number>;
};

/** A list by its queries, which is read by the page (pageOf) or whole (readInBatches). */
export type List<Selected, Row> = Parts<Selected> & {
  readonly rows: Expression<Selected>;
  /** The row as the wire has it. */
  readonly toRow: (selected: Selected) => Row;
};

/**
 * One page of a list and its counts from the same filtered query. The count is asked for only when the page does
 * not tell it: a page that is not full ends the list, and without filters everything counts.
 */
export async function listPage<Row>(request: Request, parts: Parts<Row>): Promise<Page<Row>> {
  const list = await parts.rows.limit(request.limit).offset(request.offset).execute();
  const total = await parts.total();
  const endsHere = list.length < request.limit && (list.length > 0 || request.offset === 0);
  if (endsHere) return { list, filtered: request.offset + list.length, total };
  return { list, filtered: parts.filtered === null ? total : await parts.filtered(), total };
}

export async function pageOf<Selected, Row>(request: Request, list: List<Selected, Row>): Promise<Page<Row>> {
  const page = await listPage(request, list);
  return { ...page, list: page.list.map(list.toRow) };
}

/** For a list whose rows are selected as the wire has them. */
export const asSelected = <Row>(row: Row): Row => row;

export const COUNT = sql<number>`count(*)`.as('n');

/** Runs a query that selects COUNT. */
export async function count(query: { executeTakeFirstOrThrow(): Promise<{ n: number }> }): Promise<number> {
  const row = await query.executeTakeFirstOrThrow();
  return row.n;
}

/** Everything in a list's fixed scope, kept by triggers so that it costs the same at any size. */
export async function rowTotal(db: Db, scope: string): Promise<number> {
  const row = await db
    .selectFrom('row_total')
    .where('scope', '=', scope)
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

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
