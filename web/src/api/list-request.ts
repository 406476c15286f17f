import { LIST_LIMIT_MAX } from '@spichlerz/shared/calls/list';
import type { OrderText, PageSize } from '@spichlerz/shared/wire/list';

type ListParams<Column extends string> = {
  readonly page: number;
  readonly size: PageSize;
  readonly sort: { readonly column: Column; readonly direction: 'ASC' | 'DESC' };
  readonly search: string;
};

type PageRequest<Column extends string> = {
  limit: number;
  offset: number;
  orderBy: OrderText<Column>;
  search?: string;
};

type Filters<Params> = {
  [Name in Exclude<keyof Params, 'page' | 'size' | 'sort' | 'search'>]?: Exclude<Params[Name], null>;
};

/** The query of a GET list from the state of the list; filters without a value are omitted. */
export function listQueryOf<Column extends string, Params extends ListParams<Column>>(
  params: Params & ListParams<Column>,
): PageRequest<Column> & Filters<Params> {
  return { ...pageOf(params), ...filtersOf<Column, Params>(params) };
}

/** The body of a POST list from the state of the list. */
export function listBodyOf<Column extends string, Params extends ListParams<Column>>(
  params: Params & ListParams<Column>,
): PageRequest<Column> & { filter: Filters<Params> } {
  return { ...pageOf(params), filter: filtersOf<Column, Params>(params) };
}

function pageOf<Column extends string>({
  page,
  size,
  sort,
  search,
}: ListParams<Column>): PageRequest<Column> {
  return {
    limit: size,
    offset: (page - 1) * size,
    orderBy: `${sort.column} ${sort.direction}`,
    ...(search === '' ? {} : { search }),
  };
}

function filtersOf<Column extends string, Params extends ListParams<Column>>(
  params: Params,
): Filters<Params> {
  const { page: _page, size: _size, sort: _sort, search: _search, ...filters } = params;
  const set = Object.entries(filters).filter(
    ([, value]) => value !== null && value !== '' && !isEmptyList(value),
  );
  return Object.fromEntries(set) as Filters<Params>;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

type Page<Row> = { readonly list: readonly Row[]; readonly filtered: number };

/** Reads all pages of a short list, so that a select field never misses rows beyond the first page. */
export async function fetchAllPages<Row>(
  read: (at: { limit: number; offset: number }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the offset of a page depends on the page before
    const { list, filtered } = await read({ limit: LIST_LIMIT_MAX, offset: rows.length });
    rows.push(...list);
    if (list.length === 0 || rows.length >= filtered) return rows;
  }
}
