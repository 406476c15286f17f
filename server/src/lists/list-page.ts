import { PAGE_SIZES } from '@spichlerz/shared/wire/list';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/tx.ts';
import { type Fragment, fragment, join, literal, query, queryPrepared } from './fragment.ts';

export type Page<Row> = { list: Row[]; filtered: number; total: number };

/** For columns that are never null. Without `nulls last` PostgreSQL can scan a plain index. */
const NOT_NULL_ORDER = { ASC: fragment`asc`, DESC: fragment`desc` };
/** For columns that may be null: rows without a value come last in both directions. */
const NULLS_LAST_ORDER = { ASC: fragment`asc nulls last`, DESC: fragment`desc nulls last` };

type SortOrder<Columns> = { column: keyof Columns; direction: 'ASC' | 'DESC' };
type Sortable<Columns> = Columns & Readonly<Record<keyof Columns, Fragment>>;

/**
 * Builds `order by` of a list; ties are ordered by id. `mayBeNull` names the columns that may be null, whose
 * empty rows come last.
 */
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

/** The rows of a list: tables with their aliases, and conditions that must all hold. */
export type Source = { readonly from: Fragment; readonly where: readonly Fragment[] };

export const withConditions = ({ from, where }: Source, conditions: readonly Fragment[]): Source => ({
  from,
  where: [...where, ...conditions],
});

/**
 * Builds a list of options. Rows with the requested `ids` come first and are included even if `conditions` do
 * not hold for them.
 */
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
 * Builds the query for a list's ids that filters first and sorts afterwards. Otherwise PostgreSQL might scan
 * the index of the sorted column until enough rows match, and read nearly all of it when they are at its far
 * end.
 * @param id the listed id, if it differs from the id that breaks ties
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
 * Like idsFilteredFirst, but the matching rows are read once for both the page and its count. Use it when
 * finding them is most of the work.
 * @param extraColumns columns to read too, which keep the planner from an index that lacks them
 */
export function idsMatchedOnce<Columns extends { readonly id: Fragment }>(
  source: Source,
  order: SortOrder<Columns>,
  columns: Sortable<Columns>,
  {
    mayBeNull = [],
    extraColumns = [],
  }: { mayBeNull?: readonly (keyof Columns)[]; extraColumns?: readonly Fragment[] },
): { matchedRows: Fragment; ids: Fragment; filtered: Fragment } {
  return {
    matchedRows: selectSortKeys(source, [columns.id, columns.id, columns[order.column], ...extraColumns]),
    ids: idsBySortKeys(fragment`matched`, order, columns, mayBeNull),
    filtered: countOf({ from: fragment`matched`, where: [] }),
  };
}

const selectSortKeys = (
  { from, where }: Source,
  [id, tie, key, ...extraColumns]: readonly Fragment[],
): Fragment =>
  fragment`select ${join([fragment`${id} as id, ${tie} as tie, ${key} as key`, ...extraColumns], ', ')} from ${from}
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

/** How many rows a bounded scan reads, which takes about two milliseconds. */
const SCANNED_ROWS = 1_000;

/**
 * The first rows (SCANNED_ROWS) of one table of a source in an order, under that table's alias. A bounded
 * scan reads from them.
 */
export const firstRows = (alias: Fragment, source: Source, order: Fragment): Fragment =>
  fragment`(select ${alias}.* from ${source.from} ${whereClause(source)}
    order by ${order} limit ${literal(String(SCANNED_ROWS))}) as ${alias}`;

/** Counts the matching rows. */
export const countOf = (source: Source): Fragment =>
  fragment`select count(*) from ${source.from} ${whereClause(source)}`;

/**
 * Counts the matching rows from a table of counters that triggers maintain: the sum of its column `n`
 * (docs/decisions/0005).
 */
export const counterSum = (source: Source): Fragment =>
  fragment`select coalesce(sum(n), 0)::bigint from ${source.from} ${whereClause(source)}`;

type Request = { readonly limit: number; readonly offset: number };

/**
 * The queries of a list, which is read by page (readPage) or whole (readInBatches). The first query reads
 * only the ids, from the tables that filter and sort; the second reads the rows of these ids. So a late page
 * does not read rows it does not show, and the wide query for the rows is the same for every request and
 * planned once (docs/decisions/0011).
 */
export type List<Selected extends { readonly id: number }, Row> = {
  /** The matching rows, which `ids` and `filtered` both read under the name `matched` (idsMatchedOnce). */
  readonly matchedRows?: Fragment | undefined;
  /** Selects all ids of the list in its order (idsOf); readPage adds limit and offset. */
  readonly ids: Fragment;
  /**
   * Selects ids from only the first rows of the order (firstRows). If they do not fill the page, `ids` runs.
   * So a filter that most rows match does not sort them all, and a filter that few rows match does not scan
   * the whole order (`ids` is then idsFilteredFirst).
   */
  readonly boundedScan?: Fragment | undefined;
  /** Reads the columns of the rows with these ids, in any order. */
  readonly select: (db: Db, ids: readonly number[]) => Promise<readonly Selected[]>;
  /** Converts a selected row to the API's row. */
  readonly toRow: (selected: Selected) => Row;
  /** Counts the matching rows (countOf, counterSum); null for a list without conditions. */
  readonly filtered: Fragment | null;
  /** Counts all rows of the list's scope. */
  readonly total: Fragment;
  /** Whether the query for the ids is prepared, because its best plan is the same for all values. */
  readonly isPrepared?: boolean;
};

const PREPARED_LIMITS: readonly number[] = PAGE_SIZES;

type PageIds = { ids: number[]; filtered: number | null; total: number };
const EMPTY_PAGE: PageIds = { ids: [], filtered: null, total: 0 };

/**
 * Reads one page of a list and its counts. `filtered` is counted only when the page is full and a filter is
 * set: a page that is not full is the last one, and without filters the count is the total. A row that is
 * deleted between the two reads is left out.
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
 * Reads the page's ids and counts. A prepared statement has its limit and offset in its text, because they
 * decide the plan; therefore only first pages of the usual sizes are prepared.
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

/** A common table expression, which PostgreSQL evaluates at most once and only if it is needed. */
const materialized = (matchedRows: Fragment): Fragment => fragment`matched as materialized (${matchedRows})`;

/** The statement for all ids of a list in its order. */
export const allIds = ({
  matchedRows,
  ids,
}: Pick<List<{ id: number }, unknown>, 'matchedRows' | 'ids'>): Fragment =>
  matchedRows === undefined ? ids : fragment`with ${materialized(matchedRows)} ${ids}`;

/** Reads the rows of these ids, in their order. */
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

/** The `toRow` of a list whose selected rows already have the API's form. */
export const unchangedRow = <Row>(row: Row): Row => row;

/** The parameter with the ids in a query that is compiled once (compiledOnce). */
export type Ids = RawBuilder<readonly number[]>;

/** Restricts a query to ids; the text is the same for any number of ids. */
export const isAnyOf = (column: string, ids: Ids): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

/** Counts all rows of a scope from the counters that triggers maintain, in the same time at any size. */
export const rowTotal = (scope: string): Fragment =>
  counterSum({ from: fragment`row_total`, where: [fragment`scope = ${scope}`] });
