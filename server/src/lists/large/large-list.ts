import { PAGE_SIZES, SEARCH_COUNT_MAX } from '@spichlerz/shared/wire/list';
import type { Db } from '../../db/tx.ts';
import type { List, Page, PageRequest } from '../list.ts';
import { compiled, type Fragment, fragment, join, literal, query, queryPrepared } from './fragment.ts';
import { type Found, type IdQueries, SCANNED_ROWS } from './ids.ts';

/*
 * The lists of the tables that grow with the trade: contracts, allocations, transports and settlements, and the
 * audit log. docs/decisions/0011 gives the reasons.
 *
 * A module writes its conditions as fragments (fragment.ts) and joins them to a source (source.ts). It chooses
 * how the ids are found (ids.ts) and counted (source.ts). The rows are selected by their ids, with a Kysely
 * query that is compiled once (db/compiled-once.ts). These queries together are a LargeList.
 *
 * largeList converts them to a List, which a route reads by page or as a whole.
 */

/**
 * The queries of a large list. The first query reads only the ids, from the tables that filter and sort, so a
 * late page does not read the rows of earlier pages. The second query reads the rows of these ids. It is wide,
 * but its text is the same for every request, so it is planned once.
 */
type LargeList<Selected extends { readonly id: number }, Row> = IdQueries & {
  /** Reads the columns of the rows with these ids, in any order. */
  readonly select: (db: Db, ids: readonly number[]) => Promise<readonly Selected[]>;
  /** Converts a selected row to the API's row. */
  readonly toRow: (selected: Selected) => Row;
  /** Counts the matching rows (countOf, counterSum); null for a list without conditions. */
  readonly filtered: Fragment | null;
  /** Selects a limited number of matches first. For most searches this is the whole result. */
  readonly found?: Found | undefined;
  /** Counts all rows of the list's scope (countOf, counterSum, rowTotal). */
  readonly total: Fragment;
  /** Whether the query for the ids is prepared, because its best plan is the same for all values. */
  readonly isPrepared?: boolean;
};

type Queries = Omit<LargeList<{ id: number }, unknown>, 'select' | 'toRow'>;
type Rows<Selected extends { readonly id: number }, Row> = Pick<LargeList<Selected, Row>, 'select' | 'toRow'>;

export const largeList = <Selected extends { readonly id: number }, Row>(
  list: LargeList<Selected, Row>,
): List<Row> => ({
  readPage: (db, request) => readPage(db, request, list),
  selectAll: () => compiled(allIds(list)),
  toRows: (db, fetched) =>
    readRows(
      db,
      list,
      (fetched as readonly { id: number }[]).map(({ id }) => id),
    ),
});

/**
 * Reads a page. Without a filter, `filtered` is the total. With a filter, the matches must be counted for a
 * full page, and for an empty page after the first, which may be beyond the end. Any other page is the last
 * one: `filtered` is its offset plus its rows. A row that is deleted after its id was read is left out.
 */
async function readPage<Selected extends { readonly id: number }, Row>(
  db: Db,
  request: PageRequest,
  list: LargeList<Selected, Row>,
): Promise<Page<Row>> {
  const { limit, offset } = request;
  const [{ ids, filtered, total } = EMPTY_PAGE] = await findPage(db, request, list);
  const endsHere = ids.length < limit && (ids.length > 0 || offset === 0);
  const matching = endsHere ? offset + ids.length : (filtered ?? total);
  const isCounted = list.found === undefined || matching <= SEARCH_COUNT_MAX;
  return {
    list: await readRows(db, list, ids),
    filtered: isCounted ? matching : SEARCH_COUNT_MAX,
    total,
    ...(isCounted ? {} : { filteredIsExact: false }),
  };
}

const PREPARED_LIMITS: readonly number[] = PAGE_SIZES;

type PageIds = { ids: number[]; filtered: number | null; total: number };
const EMPTY_PAGE: PageIds = { ids: [], filtered: null, total: 0 };

/**
 * Reads the page's ids and counts. A prepared statement has its limit and offset in its text, because both
 * decide the plan; therefore only first pages of the usual sizes are prepared.
 */
function findPage(
  db: Db,
  { limit, offset }: PageRequest,
  { matchedRows, ids, boundedScan, found, filtered, total, isPrepared }: Queries,
): Promise<PageIds[]> {
  const isUsual = isPrepared && offset === 0 && PREPARED_LIMITS.includes(limit);
  const [size, start] = [limit, offset].map((n) => (isUsual ? literal(String(n)) : fragment`${n}`));
  const pageIn = (all: Fragment) => fragment`array(${all} limit ${size} offset ${start})`;
  const scan = offset + limit > SCANNED_ROWS ? undefined : boundedScan;
  const cases = [
    ...(found === undefined
      ? []
      : [fragment`when (select count(*) from found) <= ${FOUND_MAX} then ${pageIn(found.ids)}`]),
    ...(scan === undefined
      ? []
      : [fragment`when cardinality((select ids from scanned)) = ${size} then (select ids from scanned)`]),
  ];
  const page = cases.length === 0 ? pageIn(ids) : fragment`case ${join(cases, ' ')} else ${pageIn(ids)} end`;
  const count = found === undefined ? filtered : fragment`select count(*) from found`;
  const counted =
    count === null
      ? fragment`null::bigint`
      : fragment`case when cardinality(ids) = ${size} or cardinality(ids) = 0 and ${start} > 0 then (${count}) end`;
  const reads = [
    ...(matchedRows === undefined ? [] : [materialized(matchedRows)]),
    ...(found === undefined ? [] : [fragment`found as materialized (${found.rows})`]),
    ...(scan === undefined ? [] : [fragment`scanned as materialized (select ${pageIn(scan)} as ids)`]),
    fragment`page as materialized (select ${page} as ids)`,
  ];
  return (isUsual ? queryPrepared : query)(
    db,
    fragment`with ${join(reads, ', ')}
    select ids, (${total}) as total, ${counted} as filtered from page`,
  );
}

const FOUND_MAX = literal(String(SEARCH_COUNT_MAX));

/** A common table expression, which PostgreSQL evaluates at most once and only if it is needed. */
const materialized = (matchedRows: Fragment): Fragment => fragment`matched as materialized (${matchedRows})`;

const allIds = ({ matchedRows, ids }: IdQueries): Fragment =>
  matchedRows === undefined ? ids : fragment`with ${materialized(matchedRows)} ${ids}`;

/** Reads the rows of these ids, in their order. */
async function readRows<Selected extends { readonly id: number }, Row>(
  db: Db,
  { select, toRow }: Rows<Selected, Row>,
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
