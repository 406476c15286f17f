import { PAGE_SIZES } from '@spichlerz/shared/wire/list';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/tx.ts';
import { type Fragment, fragment, join, literal, query, queryPrepared } from './fragment.ts';

export type Page<Row> = { list: Row[]; filtered: number; total: number };

/** For columns that are never null. Without `nulls last` PostgreSQL can walk a plain index. */
const NOT_NULL_ORDER = { ASC: fragment`asc`, DESC: fragment`desc` };
/** For columns that may be null: rows without a value come last in both directions. */
const NULLS_LAST_ORDER = { ASC: fragment`asc nulls last`, DESC: fragment`desc nulls last` };

type SortOrder<Columns> = { column: keyof Columns; direction: 'ASC' | 'DESC' };
type Sortable<Columns> = Columns & Readonly<Record<keyof Columns, Fragment>>;

/** `order by` of a list, ties broken by id. Columns that may be null must be named, as their rows come last. */
export function stableOrder<Columns extends { readonly id: Fragment }>(
  { column, direction }: SortOrder<Columns>,
  columns: Sortable<Columns>,
  mayBeNull: readonly (keyof Columns)[] = [],
): Fragment {
  const id = fragment`${columns.id} ${NOT_NULL_ORDER[direction]}`;
  if (column === 'id') return id;
  const placed = mayBeNull.includes(column) ? NULLS_LAST_ORDER : NOT_NULL_ORDER;
  return fragment`${columns[column]} ${placed[direction]}, ${id}`;
}

/** Where the rows of a list come from: tables with their aliases, and conditions that all must hold. */
export type Source = { readonly from: Fragment; readonly where: readonly Fragment[] };

/** A source with further conditions. */
export const withConditions = ({ from, where }: Source, conditions: readonly Fragment[]): Source => ({
  from,
  where: [...where, ...conditions],
});

/** A list of options: rows whose ids are asked for come first and are there whether or not `found` holds for them. */
export function withIncluded(
  { where, ...rest }: Source,
  conditions: readonly Fragment[],
  { id, ids = [], order }: { id: Fragment; ids?: readonly number[] | undefined; order: Fragment },
): { matching: Source; ids: Fragment } {
  if (ids.length === 0) {
    const matching = { ...rest, where: [...where, ...conditions] };
    return { matching, ids: idsOf(matching, id, order) };
  }
  const included = fragment`${id} = any(${ids}::bigint[])`;
  const isFound = join([fragment`true`, ...conditions], ' and ');
  const matching = { ...rest, where: [...where, fragment`(${included} or ${isFound})`] };
  return { matching, ids: idsOf(matching, id, fragment`${included} desc, ${order}`) };
}

const whereClause = ({ where }: Source): Fragment =>
  where.length === 0 ? fragment`` : fragment`where ${join(where, ' and ')}`;

export const idsOf = (source: Source, id: Fragment, order: Fragment): Fragment =>
  fragment`select ${id} as id from ${source.from} ${whereClause(source)} order by ${order}`;

/**
 * The ids of a list, filtered first and sorted afterwards. Left to itself, PostgreSQL would walk the index of the sorted
 * column until enough rows match, and read nearly all of it when the matching rows are at its far end.
 * @param id what is listed, where that is not the id that breaks ties
 */
export function idsFilteredFirst<Columns extends { readonly id: Fragment }>(
  source: Source,
  order: SortOrder<Columns>,
  columns: Sortable<Columns>,
  mayBeNull: readonly (keyof Columns)[] = [],
  id: Fragment = columns.id,
): Fragment {
  const keys = selectSortKeys(source, [id, columns.id, columns[order.column]]);
  return idsBySortKeys(fragment`(${keys} offset 0)`, order, columns, mayBeNull);
}

/**
 * The same, but the matching rows are read only once, for the page and for its count: worth it where finding them is
 * most of the work.
 * @param besides columns that are read along, to keep the planner from an index that lacks them
 */
export function idsMatchedOnce<Columns extends { readonly id: Fragment }>(
  source: Source,
  order: SortOrder<Columns>,
  columns: Sortable<Columns>,
  {
    mayBeNull = [],
    besides: extraColumns = [],
  }: { mayBeNull?: readonly (keyof Columns)[]; besides?: readonly Fragment[] },
): { matchedRows: Fragment; ids: Fragment; filtered: Fragment } {
  return {
    matchedRows: selectSortKeys(source, [columns.id, columns.id, columns[order.column], ...extraColumns]),
    ids: idsBySortKeys(fragment`matched`, order, columns, mayBeNull),
    filtered: countOf({ from: fragment`matched`, where: [] }),
  };
}

const selectSortKeys = ({ from, where }: Source, [id, tie, key, ...besides]: readonly Fragment[]): Fragment =>
  fragment`select ${join([fragment`${id} as id, ${tie} as tie, ${key} as key`, ...besides], ', ')} from ${from}
    where ${join(where, ' and ')}`;

function idsBySortKeys<Columns extends { readonly id: Fragment }>(
  keys: Fragment,
  order: SortOrder<Columns>,
  columns: Sortable<Columns>,
  mayBeNull: readonly (keyof Columns)[],
): Fragment {
  const sorted = { ...columns, id: fragment`m.tie`, [order.column]: fragment`m.key` };
  return idsOf(
    { from: fragment`${keys} as m`, where: [] },
    fragment`m.id`,
    stableOrder(order, sorted, mayBeNull),
  );
}

/** How many rows of the order `near` looks through, which takes about two milliseconds. */
const SCANNED_ROWS = 1_000;

/** The first rows (SCANNED_ROWS) of one table of a source in an order, under that table's alias: what `near` reads from. */
export const firstRows = (alias: Fragment, source: Source, order: Fragment): Fragment =>
  fragment`(select ${alias}.* from ${source.from} ${whereClause(source)}
    order by ${order} limit ${literal(String(SCANNED_ROWS))}) as ${alias}`;

/** How many match. */
export const countOf = (source: Source): Fragment =>
  fragment`select count(*) from ${source.from} ${whereClause(source)}`;

/** How many match, from a table of counters that triggers keep: the sum of its column `n` (docs/decisions/0005). */
export const counterSum = (source: Source): Fragment =>
  fragment`select coalesce(sum(n), 0)::bigint from ${source.from} ${whereClause(source)}`;

type Request = { readonly limit: number; readonly offset: number };

/**
 * The queries of a list, which is read by the page (readPage) or whole (readInBatches). First come the ids, from nothing
 * but the tables that filter and sort; then the rows of these ids. So a page far back does not read rows it does not
 * show, and the wide query for the rows is the same, and planned once, whatever was asked (docs/decisions/0011).
 */
export type List<Selected extends { readonly id: number }, Row> = {
  /** A query that `ids` and `filtered` both read from, under the name `matched` (idsMatchedOnce). */
  readonly matchedRows?: Fragment | undefined;
  /** Selects all ids of the list in its order (idsOf); the reader adds limit and offset. */
  readonly ids: Fragment;
  /**
   * Selects ids from only the first rows of that order (firstRows); they are the page if there are enough of them, else
   * `ids` is run. So a filter that most rows match does not sort them all, and one that few match does not walk the
   * whole order to find them (`ids` is then idsFilteredFirst).
   */
  readonly boundedScan?: Fragment | undefined;
  /** Reads what the rows of these ids show, in any order. */
  readonly select: (db: Db, ids: readonly number[]) => Promise<readonly Selected[]>;
  /** The row as the wire has it. */
  readonly toRow: (selected: Selected) => Row;
  /** Counts what matches (countOf, counterSum); null when nothing narrows the list. */
  readonly filtered: Fragment | null;
  /** Counts everything in the list's scope. */
  readonly total: Fragment;
  /** The ids have one best plan whatever the values are, so that their statement is prepared. */
  readonly isPrepared?: boolean;
};

const PREPARED_LIMITS: readonly number[] = PAGE_SIZES;

type PageIds = { ids: number[]; filtered: number | null; total: number };
const EMPTY_PAGE: PageIds = { ids: [], filtered: null, total: 0 };

/**
 * One page of a list and its counts. `filtered` is counted only when the page does not tell it: a page that is not full
 * is the last one, and without filters it is the total. A row that is deleted between the two reads is left out.
 */
export async function readPage<Selected extends { readonly id: number }, Row>(
  db: Db,
  request: Request,
  list: List<Selected, Row>,
): Promise<Page<Row>> {
  const { limit, offset } = request;
  const [{ ids, filtered, total } = EMPTY_PAGE] = await findPage(db, request, list);
  const endsHere = ids.length < limit && (ids.length > 0 || offset === 0);
  return {
    list: await readRows(db, list, ids),
    filtered: endsHere ? offset + ids.length : (filtered ?? total),
    total,
  };
}

/**
 * The ids of the page and its counts. A statement that is prepared has its limit and offset in its text, because they
 * decide the plan; so only first pages of the usual lengths are.
 */
function findPage(
  db: Db,
  { limit, offset }: Request,
  {
    matchedRows,
    ids,
    boundedScan,
    filtered,
    total,
    isPrepared,
  }: Omit<List<{ readonly id: number }, unknown>, 'select' | 'toRow'>,
): Promise<PageIds[]> {
  const isUsual = isPrepared && offset === 0 && PREPARED_LIMITS.includes(limit);
  const [size, start] = [limit, offset].map((n) => (isUsual ? literal(String(n)) : fragment`${n}`));
  const counted =
    filtered === null
      ? fragment`null::bigint`
      : fragment`case when cardinality(ids) = ${size} or cardinality(ids) = 0 and ${start} > 0 then (${filtered}) end`;
  const pageIn = (all: Fragment) => fragment`array(${all} limit ${size} offset ${start})`;
  const page =
    boundedScan === undefined || offset + limit > SCANNED_ROWS
      ? fragment`select ${pageIn(ids)} as ids`
      : fragment`select case when cardinality(bounded_scan.ids) = ${size} then bounded_scan.ids else ${pageIn(ids)} end as ids
          from (select ${pageIn(boundedScan)} as ids offset 0) as bounded_scan`;
  const reads = [
    ...(matchedRows === undefined ? [] : [materialized(matchedRows)]),
    fragment`page as materialized (${page})`,
  ];
  return (isUsual ? queryPrepared : query)(
    db,
    fragment`with ${join(reads, ', ')}
    select ids, (${total}) as total, ${counted} as filtered from page`,
  );
}

/** As a common table expression, which PostgreSQL reads once and only if it is needed. */
const materialized = (matchedRows: Fragment): Fragment => fragment`matched as materialized (${matchedRows})`;

/** All ids of a list in its order, as one statement. */
export const allIds = ({
  matchedRows,
  ids,
}: Pick<List<{ id: number }, unknown>, 'matchedRows' | 'ids'>): Fragment =>
  matchedRows === undefined ? ids : fragment`with ${materialized(matchedRows)} ${ids}`;

/** The rows of these ids, in their order. */
export async function readRows<Selected extends { readonly id: number }, Row>(
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

/** The `toRow` of a list whose rows are selected just as the wire has them. */
export const unchangedRow = <Row>(row: Row): Row => row;

/** The parameter that stands for the ids in a query that is compiled once (compiledOnce). */
export type Ids = RawBuilder<readonly number[]>;

/** The condition of a query by ids; its text is the same however many ids there are. */
export const isAnyOf = (column: string, ids: Ids): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

/** Counts everything in a scope from the counters that triggers keep, in the same time at any size. */
export const rowTotal = (scope: string): Fragment =>
  counterSum({ from: fragment`row_total`, where: [fragment`scope = ${scope}`] });
