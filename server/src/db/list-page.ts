import { PAGE_SIZES } from '@spichlerz/shared/wire/list';
import { type RawBuilder, sql } from 'kysely';
import { ask, type Fragment, fragment, join, literal, queryPrepared } from './fragment.ts';
import type { Db } from './tx.ts';

export type Page<Row> = { list: Row[]; filtered: number; total: number };

/** For columns that are never null. Without `nulls last` PostgreSQL can walk a plain index. */
const PLAIN = { ASC: fragment`asc`, DESC: fragment`desc` };
/** For columns that may be null: rows without a value come last in both directions. */
const NULLS_LAST = { ASC: fragment`asc nulls last`, DESC: fragment`desc nulls last` };

type Order<Columns> = { column: keyof Columns; direction: 'ASC' | 'DESC' };
type Sortable<Columns> = Columns & Readonly<Record<keyof Columns, Fragment>>;

/** `order by` of a list, ties broken by id. Columns that may be null must be named, as their rows come last. */
export function stableOrder<Columns extends { readonly id: Fragment }>(
  { column, direction }: Order<Columns>,
  columns: Sortable<Columns>,
  mayBeNull: readonly (keyof Columns)[] = [],
): Fragment {
  const id = fragment`${columns.id} ${PLAIN[direction]}`;
  if (column === 'id') return id;
  const placed = mayBeNull.includes(column) ? NULLS_LAST : PLAIN;
  return fragment`${columns[column]} ${placed[direction]}, ${id}`;
}

/** Where the rows of a list come from: tables with their aliases, and conditions that all must hold. */
export type Source = { readonly from: Fragment; readonly where: readonly Fragment[] };

/** A source with further conditions. */
export const narrowed = ({ from, where }: Source, conditions: readonly Fragment[]): Source => ({
  from,
  where: [...where, ...conditions],
});

/** A list of options: rows whose ids are asked for come first and are there whether or not `found` holds for them. */
export function withIncluded(
  { where, ...all }: Source,
  found: readonly Fragment[],
  { id, ids = [], order }: { id: Fragment; ids?: readonly number[] | undefined; order: Fragment },
): { matching: Source; ids: Fragment } {
  if (ids.length === 0) {
    const matching = { ...all, where: [...where, ...found] };
    return { matching, ids: idsOf(matching, id, order) };
  }
  const included = fragment`${id} = any(${ids}::bigint[])`;
  const isFound = join([fragment`true`, ...found], ' and ');
  const matching = { ...all, where: [...where, fragment`(${included} or ${isFound})`] };
  return { matching, ids: idsOf(matching, id, fragment`${included} desc, ${order}`) };
}

const whereOf = ({ where }: Source): Fragment =>
  where.length === 0 ? fragment`` : fragment`where ${join(where, ' and ')}`;

export const idsOf = (source: Source, id: Fragment, order: Fragment): Fragment =>
  fragment`select ${id} as id from ${source.from} ${whereOf(source)} order by ${order}`;

/**
 * The ids of a list, filtered first and sorted afterwards. Left to itself, PostgreSQL would walk the index of the sorted
 * column until enough rows match, and read nearly all of it when the matching rows are at its far end.
 * @param id what is listed, where that is not the id that breaks ties
 */
export function idsSortedAfterwards<Columns extends { readonly id: Fragment }>(
  source: Source,
  order: Order<Columns>,
  columns: Sortable<Columns>,
  mayBeNull: readonly (keyof Columns)[] = [],
  id: Fragment = columns.id,
): Fragment {
  const keys = keysOf(source, [id, columns.id, columns[order.column]]);
  return idsByKeys(fragment`(${keys} offset 0)`, order, columns, mayBeNull);
}

/**
 * The same, but the matching rows are read only once, for the page and for its count: worth it where finding them is
 * most of the work.
 * @param besides columns that are read along, to keep the planner from an index that lacks them
 */
export function sortedAndCounted<Columns extends { readonly id: Fragment }>(
  source: Source,
  order: Order<Columns>,
  columns: Sortable<Columns>,
  { mayBeNull = [], besides = [] }: { mayBeNull?: readonly (keyof Columns)[]; besides?: readonly Fragment[] },
): { found: Fragment; ids: Fragment; filtered: Fragment } {
  return {
    found: keysOf(source, [columns.id, columns.id, columns[order.column], ...besides]),
    ids: idsByKeys(fragment`found`, order, columns, mayBeNull),
    filtered: countOf({ from: fragment`found`, where: [] }),
  };
}

const keysOf = ({ from, where }: Source, [id, tie, key, ...besides]: readonly Fragment[]): Fragment =>
  fragment`select ${join([fragment`${id} as id, ${tie} as tie, ${key} as key`, ...besides], ', ')} from ${from}
    where ${join(where, ' and ')}`;

function idsByKeys<Columns extends { readonly id: Fragment }>(
  keys: Fragment,
  order: Order<Columns>,
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
const WALKED = 1_000;

/** The first rows (WALKED) of one table of a source in an order, under that table's alias: what `near` reads from. */
export const firstOf = (alias: Fragment, source: Source, order: Fragment): Fragment =>
  fragment`(select ${alias}.* from ${source.from} ${whereOf(source)}
    order by ${order} limit ${literal(String(WALKED))}) as ${alias}`;

/** How many match. */
export const countOf = (source: Source): Fragment =>
  fragment`select count(*) from ${source.from} ${whereOf(source)}`;

/** How many match, from a table of counters that triggers keep: the sum of its column `n` (docs/decisions/0005). */
export const counterSum = (source: Source): Fragment =>
  fragment`select coalesce(sum(n), 0)::bigint from ${source.from} ${whereOf(source)}`;

type Request = { readonly limit: number; readonly offset: number };

/**
 * The queries of a list, which is read by the page (pageOf) or whole (readInBatches). First come the ids, from nothing
 * but the tables that filter and sort; then the rows of these ids. So a page far back does not read rows it does not
 * show, and the wide query for the rows is the same, and planned once, whatever was asked (docs/decisions/0011).
 */
export type List<Selected extends { readonly id: number }, Row> = {
  /** A query that `ids` and `filtered` both read from, under the name `found` (sortedAndCounted). */
  readonly found?: Fragment | undefined;
  /** Selects all ids of the list in its order (idsOf); the reader adds limit and offset. */
  readonly ids: Fragment;
  /**
   * Selects ids from only the first rows of that order (firstOf); they are the page if there are enough of them, else
   * `ids` is run. So a filter that most rows match does not sort them all, and one that few match does not walk the
   * whole order to find them (`ids` is then idsSortedAfterwards).
   */
  readonly near?: Fragment | undefined;
  /** Reads what the rows of these ids show, in any order. */
  readonly select: (db: Db, ids: readonly number[]) => Promise<readonly Selected[]>;
  /** The row as the wire has it. */
  readonly toRow: (selected: Selected) => Row;
  /** Counts what matches (countOf, counterSum); null when nothing narrows the list. */
  readonly filtered: Fragment | null;
  /** Counts everything in the list's scope. */
  readonly total: Fragment;
  /** The ids have one best plan whatever the values are, so that their statement is prepared. */
  readonly isPlannedOnce?: boolean;
};

const USUAL_LIMITS: readonly number[] = PAGE_SIZES;

type Found = { ids: number[]; filtered: number | null; total: number };
const NOTHING_FOUND: Found = { ids: [], filtered: null, total: 0 };

/**
 * One page of a list and its counts. `filtered` is counted only when the page does not tell it: a page that is not full
 * is the last one, and without filters it is the total. A row that is deleted between the two reads is left out.
 */
export async function pageOf<Selected extends { readonly id: number }, Row>(
  db: Db,
  request: Request,
  list: List<Selected, Row>,
): Promise<Page<Row>> {
  const { limit, offset } = request;
  const [{ ids, filtered, total } = NOTHING_FOUND] = await find(db, request, list);
  const endsHere = ids.length < limit && (ids.length > 0 || offset === 0);
  return {
    list: await rowsOf(db, list, ids),
    filtered: endsHere ? offset + ids.length : (filtered ?? total),
    total,
  };
}

/**
 * The ids of the page and its counts. A statement that is prepared has its limit and offset in its text, because they
 * decide the plan; so only first pages of the usual lengths are.
 */
function find(
  db: Db,
  { limit, offset }: Request,
  {
    found,
    ids,
    near,
    filtered,
    total,
    isPlannedOnce,
  }: Omit<List<{ readonly id: number }, unknown>, 'select' | 'toRow'>,
): Promise<Found[]> {
  const isUsual = isPlannedOnce && offset === 0 && USUAL_LIMITS.includes(limit);
  const [size, start] = [limit, offset].map((n) => (isUsual ? literal(String(n)) : fragment`${n}`));
  const counted =
    filtered === null
      ? fragment`null::bigint`
      : fragment`case when cardinality(ids) = ${size} or cardinality(ids) = 0 and ${start} > 0 then (${filtered}) end`;
  const pageIn = (all: Fragment) => fragment`array(${all} limit ${size} offset ${start})`;
  const page =
    near === undefined || offset + limit > WALKED
      ? fragment`select ${pageIn(ids)} as ids`
      : fragment`select case when cardinality(near.ids) = ${size} then near.ids else ${pageIn(ids)} end as ids
          from (select ${pageIn(near)} as ids offset 0) as near`;
  const reads = [...(found === undefined ? [] : [once(found)]), fragment`page as materialized (${page})`];
  return (isUsual ? queryPrepared : ask)(
    db,
    fragment`with ${join(reads, ', ')}
    select ids, (${total}) as total, ${counted} as filtered from page`,
  );
}

/** As a common table expression, which PostgreSQL reads once and only if it is needed. */
const once = (found: Fragment): Fragment => fragment`found as materialized (${found})`;

/** All ids of a list in its order, as one statement. */
export const wholeOf = ({ found, ids }: Pick<List<{ id: number }, unknown>, 'found' | 'ids'>): Fragment =>
  found === undefined ? ids : fragment`with ${once(found)} ${ids}`;

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

/** The `toRow` of a list whose rows are selected just as the wire has them. */
export const asSelected = <Row>(row: Row): Row => row;

/** The parameter that stands for the ids in a query that is compiled once (compiledOnce). */
export type Ids = RawBuilder<readonly number[]>;

/** The condition of a query by ids; its text is the same however many ids there are. */
export const isOneOf = (column: string, ids: Ids): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

/** Counts everything in a scope from the counters that triggers keep, in the same time at any size. */
export const rowTotal = (scope: string): Fragment =>
  counterSum({ from: fragment`row_total`, where: [fragment`scope = ${scope}`] });
