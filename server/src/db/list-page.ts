import { PAGE_SIZES } from '@spichlerz/shared/wire/list';
import { type RawBuilder, sql } from 'kysely';
import { ask, askPlannedOnce, type Fragment, fragment, join, literal } from './fragment.ts';
import type { Db } from './tx.ts';

export type Page<Row> = { list: Row[]; filtered: number; total: number };

/** Directions as the wire names them; for columns that are never null, so that an index can be walked. */
const PLAIN = { ASC: fragment`asc`, DESC: fragment`desc` };
/** For columns that may be null: what has no value stands last either way. */
const NULLS_LAST = { ASC: fragment`asc nulls last`, DESC: fragment`desc nulls last` };

type Order<Columns> = { column: keyof Columns; direction: 'ASC' | 'DESC' };
type Sortable<Columns> = Columns & Readonly<Record<keyof Columns, Fragment>>;

/** `order by` of a list. Ties are broken by id, which needs no second column and can walk its index. */
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

/** What a list is taken from: tables with their aliases, and conditions. */
export type Source = { readonly from: Fragment; readonly where: readonly Fragment[] };

/** With more conditions. */
export const narrowed = ({ from, where }: Source, conditions: readonly Fragment[]): Source => ({
  from,
  where: [...where, ...conditions],
});

/** Whose ids are asked for comes first, whatever else is searched for. */
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
 * Filters first, then sorts what is left. Walking the index of the sorted column until enough rows match looks cheaper
 * to the planner, who cannot know that what matches may all be at one end of it. `id` is what is listed, when ties are
 * broken by another id.
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
 * The same, read once for the ids and for how many they are: where finding what matches is the greater part of both.
 * `besides` is read along, so that no index without it is enough.
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

/** How many rows are walked before everything that matches is sorted instead: some two milliseconds. */
const WALKED = 1_000;

/** The first rows of one table of a source in an order, called as the table is: what a list's `near` is taken from. */
export const firstOf = (alias: Fragment, source: Source, order: Fragment): Fragment =>
  fragment`(select ${alias}.* from ${source.from} ${whereOf(source)}
    order by ${order} limit ${literal(String(WALKED))}) as ${alias}`;

/** How many match. */
export const countOf = (source: Source): Fragment =>
  fragment`select count(*) from ${source.from} ${whereOf(source)}`;

/** As countOf, where triggers keep how many there are: from a table with a column `n` for each answer to `where`. */
export const keptCountOf = (source: Source): Fragment =>
  fragment`select coalesce(sum(n), 0)::bigint from ${source.from} ${whereOf(source)}`;

type Request = { readonly limit: number; readonly offset: number };

/**
 * A list by its queries, which is read by the page (pageOf) or whole (readInBatches): first the ids, which needs only
 * what filters and sorts, then what the rows show, looked up by id. So a page far back reads no row it does not show,
 * and the wide query has one text and one plan whatever was asked.
 */
export type List<Selected extends { readonly id: number }, Row> = {
  /** What `ids` and `filtered` both read, by the name `found` (sortedAndCounted). */
  readonly found?: Fragment | undefined;
  /** All ids of the list in its order (idsOf); limit and offset are added by whoever reads. */
  readonly ids: Fragment;
  /**
   * The same, sought only among the first rows in that order (firstOf) and taken when they fill the page. So what most
   * rows match is not sorted whole, and what few rows match is not sought among all the others (idsSortedAfterwards).
   */
  readonly near?: Fragment | undefined;
  /** What the rows of these ids show, in any order. */
  readonly select: (db: Db, ids: readonly number[]) => Promise<readonly Selected[]>;
  /** The row as the wire has it. */
  readonly toRow: (selected: Selected) => Row;
  /** How many match (countOf, keptCountOf); null when nothing narrows the list. */
  readonly filtered: Fragment | null;
  /** How many there are in the list's scope. */
  readonly total: Fragment;
  /** The ids are found in one way whatever the values are: what screens begin with, a contract's trucks and settlements. */
  readonly isPlannedOnce?: boolean;
};

const USUAL_LIMITS: readonly number[] = PAGE_SIZES;

type Found = { ids: number[]; filtered: number | null; total: number };
const NOTHING_FOUND: Found = { ids: [], filtered: null, total: 0 };

/**
 * One page of a list and its counts. What matches is counted only when the page does not tell it: a page that is not
 * full ends the list, and without filters everything counts. A row that is deleted between the two reads is left out.
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

/** The ids of the page and the counts. What is planned once is planned for this very page, the first of its length. */
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
  return (isUsual ? askPlannedOnce : ask)(
    db,
    fragment`with ${join(reads, ', ')}
    select ids, (${total}) as total, ${counted} as filtered from page`,
  );
}

/** Read when it is first asked for, and once. */
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

/** For a list whose rows are selected as the wire has them. */
export const asSelected = <Row>(row: Row): Row => row;

/** The ids of a query that is put together once (compiledOnce). */
export type Ids = RawBuilder<readonly number[]>;

/** `where` of the query by ids: one text however many there are. */
export const isOneOf = (column: string, ids: Ids): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

/** Everything in a list's fixed scope, kept by triggers so that it costs the same at any size. */
export const rowTotal = (scope: string): Fragment =>
  keptCountOf({ from: fragment`row_total`, where: [fragment`scope = ${scope}`] });

/**
 * Every word of the query must match somewhere in the text, which is normalised already (search_norm in the
 * database): part of a word, no case, no Polish diacritics. Wildcards of LIKE are ordinary characters here.
 */
export const matchesSearch = (text: Fragment, search: string): Fragment =>
  fragment`(${join(
    wordsOf(search).map((word) => holds(text, word)),
    ' and ',
  )})`;

/** What no index finds is sought in every text, for which LIKE takes several times as long. */
const holds = (text: Fragment, word: string): Fragment =>
  isIndexed(word)
    ? fragment`${text} like search_norm(${`%${word.replace(/[\\%_]/g, (character) => `\\${character}`)}%`})`
    : fragment`strpos(${text}, search_norm(${word})) > 0`;

const wordsOf = (search: string): string[] => search.split(/\s+/).filter((word) => word !== '');

/** The indexes of searches are of three letters each. */
const isIndexed = (word: string): boolean => word.length >= 3;

/** Which words of a search the indexes of searches find. */
export function indexedWords(search: string): 'all' | 'some' | 'none' {
  const words = wordsOf(search);
  if (words.every(isIndexed)) return 'all';
  return words.some(isIndexed) ? 'some' : 'none';
}

/** matchesSearch as a condition of a source; none without a search. */
export const searched = (text: Fragment, search: string | undefined): Fragment[] =>
  search === undefined ? [] : [matchesSearch(text, search)];
