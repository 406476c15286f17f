import { SEARCH_COUNT_MAX } from '@spichlerz/shared/wire/list';
import { type Fragment, fragment, join, literal } from './fragment.ts';
import { countOf, type Source, selectRows, whereClause } from './source.ts';

/** The queries that find the ids of a list. */
export type IdQueries = {
  /** The matching rows, which `ids` and `filtered` both read under the name `matched` (idsMatchedOnce). */
  readonly matchedRows?: Fragment | undefined;
  /** Selects all ids of the list in its order (idsOf, idsFilteredFirst, idsMatchedOnce). */
  readonly ids: Fragment;
  /**
   * Selects the matching ids among the first rows of the order (firstRows). If they do not fill the page, `ids`
   * runs instead. The scan is for a filter that most rows match: it avoids sorting all of them. For a filter
   * that few rows match, `ids` filters before it sorts, which avoids scanning the whole order.
   */
  readonly boundedScan?: Fragment | undefined;
};

/**
 * The matches of a search, at most FOUND_LIMIT. If the limit is reached, the word is common: a bounded scan
 * finds the page, and the exact number of matches is not counted.
 */
export type Found = {
  /** Selects ids without an order, as the common table expression `found`. */
  readonly rows: Fragment;
  /** Selects the ids of `found` in the list's order. */
  readonly ids: Fragment;
};

export const FOUND_LIMIT = literal(String(SEARCH_COUNT_MAX + 1));

/** The order of columns that are never null. Without `nulls last` PostgreSQL can scan a plain index. */
const NOT_NULL_ORDER = { ASC: fragment`asc`, DESC: fragment`desc` };
/** The order of columns that may be null: rows without a value come last in both directions. */
const NULLS_LAST_ORDER = { ASC: fragment`asc nulls last`, DESC: fragment`desc nulls last` };

type SortOrder<Columns> = { column: keyof Columns; direction: 'ASC' | 'DESC' };
type Sortable<Columns> = Columns & Readonly<Record<keyof Columns, Fragment>>;

/**
 * Builds `order by` of a list; rows with equal values are ordered by id. `mayBeNull` names the columns that may
 * be null. Rows without a value come last.
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

export const idsOf = (source: Source, id: Fragment, order: Fragment): Fragment =>
  fragment`select ${id} as id from ${source.from} ${whereClause(source)} order by ${order}`;

/**
 * Builds the query for a list's ids that filters first and sorts afterwards. Without this order PostgreSQL
 * might scan the index of the sorted column until it has found enough matching rows, and read nearly the whole
 * index if they are at its end.
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
 * Like idsFilteredFirst, but the matching rows are read once for both the page and the count. Use it when
 * finding these rows takes most of the time.
 * @param extraColumns read only so that the planner does not choose an index without these columns
 */
export function idsMatchedOnce<Columns extends { readonly id: Fragment }>(
  source: Source,
  order: SortOrder<Columns>,
  columns: Sortable<Columns>,
  mayBeNull: readonly (keyof Columns)[] = [],
  extraColumns: readonly Fragment[] = [],
): { matchedRows: Fragment; ids: Fragment; filtered: Fragment } {
  return {
    matchedRows: selectSortKeys(source, [columns.id, columns.id, columns[order.column], ...extraColumns]),
    ids: idsBySortKeys(fragment`matched`, order, columns, mayBeNull),
    filtered: countOf({ from: fragment`matched`, where: [] }),
  };
}

const selectSortKeys = (source: Source, [id, tie, key, ...extraColumns]: readonly Fragment[]): Fragment =>
  selectRows(source, join([fragment`${id} as id, ${tie} as tie, ${key} as key`, ...extraColumns], ', '));

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

/** The number of rows that a bounded scan reads, which takes about two milliseconds. */
export const SCANNED_ROWS = 1_000;
/**
 * The number of rows that a bounded scan reads for a common word (more than SEARCH_COUNT_MAX rows). The scan
 * usually fills the page early, while the search index would return all matching rows.
 */
export const SCANNED_SEARCH_ROWS = 5_000;

/** Selects the first rows of one table in an order, under the alias of the table, for a bounded scan. */
export const firstRows = (alias: Fragment, source: Source, order: Fragment, rows = SCANNED_ROWS): Fragment =>
  fragment`(select ${alias}.* from ${source.from} ${whereClause(source)}
    order by ${order} limit ${literal(String(rows))}) as ${alias}`;
