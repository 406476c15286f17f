import { type RawValue, type UrlValue, urlPage, urlText } from './url-values.ts';

/** Rows per page; a test of api/list-request.ts keeps them equal to the sizes of the server. */
export const PAGE_SIZES = [10, 25, 50] as const;
type PageSize = (typeof PAGE_SIZES)[number];

export type SortDirection = 'ASC' | 'DESC';
export type Sort<Column extends string = string> = {
  readonly column: Column;
  readonly direction: SortDirection;
};

export type BaseParams<Column extends string = string> = {
  page: number;
  size: PageSize;
  sort: Sort<Column>;
  search: string;
};

export type RawSearch = Readonly<Record<string, RawValue>>;

export type ListDefinition<Params extends BaseParams> = {
  /** Never throws: each invalid value falls back to its default. */
  readonly read: (search: RawSearch) => Params;
  /** Only values that differ from the defaults, so that links stay short. */
  readonly write: (params: Params) => Record<string, string | string[]>;
  readonly defaults: Params;
};

/** The type of the state that a definition describes. */
export type ParamsOf<Definition> = Definition extends ListDefinition<infer Params> ? Params : never;

/**
 * Describes a list's state: its sort columns, default order and filters, each a value of url-values.ts. The
 * names are those of the API's filters.
 */
export function defineListParams<const Column extends string, Filters extends object = object>(definition: {
  sort: readonly Column[];
  order: `${NoInfer<Column>} ${SortDirection}`;
  filters?: { readonly [Name in keyof Filters]: UrlValue<Filters[Name]> };
}): ListDefinition<BaseParams<Column> & Filters> {
  type Params = BaseParams<Column> & Filters;
  const order = initialSort(definition.order, definition.sort);
  const values: Readonly<Record<string, UrlValue<unknown>>> = {
    ...definition.filters,
    page: urlPage(),
    size: (raw) => PAGE_SIZES.find((size) => String(size) === raw) ?? PAGE_SIZES[0],
    sort: (raw) => readSort(raw, definition.sort) ?? order,
    search: urlText(),
  };
  const read = (search: RawSearch) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value(search[name])])) as Params;
  const defaults = read({});

  return { read, defaults, write: (params) => writeSearch(params, defaults) };
}

function initialSort<Column extends string>(order: string, columns: readonly Column[]): Sort<Column> {
  const [name, direction] = order.split(' ');
  const column = columns.find((known) => known === name);
  if (column === undefined) throw new Error(`The list cannot be sorted by ${name}`);
  return { column, direction: direction === 'ASC' ? 'ASC' : 'DESC' };
}

/**
 * The next sort after a click on a header: ascending, descending, then the default order when that uses
 * another column.
 */
export function nextSort(column: string, now: Sort, initial: Sort): Sort {
  if (now.column !== column) return { column, direction: 'ASC' };
  if (now.direction === 'ASC') return { column, direction: 'DESC' };
  return initial.column === column ? { column, direction: 'ASC' } : initial;
}

function readSort<Column extends string>(
  raw: RawValue,
  columns: readonly Column[],
): Sort<Column> | undefined {
  if (typeof raw !== 'string') return undefined;
  const [name, direction] = raw.split('.');
  const column = columns.find((known) => known === name);
  if (column === undefined || (direction !== 'asc' && direction !== 'desc')) return undefined;
  return { column, direction: direction === 'asc' ? 'ASC' : 'DESC' };
}

function writeSearch(params: BaseParams, defaults: BaseParams): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {};
  const before = new Map<string, unknown>(Object.entries(defaults));
  for (const [name, value] of Object.entries(params)) {
    if (isSame(value, before.get(name))) continue;
    search[name] =
      name === 'sort' ? `${params.sort.column}.${params.sort.direction.toLowerCase()}` : text(value);
  }
  return search;
}

function text(value: unknown): string | string[] {
  if (Array.isArray(value)) return value.length === 0 ? '' : value.map(String);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** Compares values by their JSON; values of a URL are scalars, lists of scalars and the sort. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
