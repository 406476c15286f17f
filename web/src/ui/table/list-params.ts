import { useMatch, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { isDay } from '../field/parse-day.ts';
import { useLocalStorage } from '../hooks/use-local-storage.ts';
import { defaultPageSize, PAGE_SIZE_STORAGE, PAGE_SIZES, type PageSize } from './page-size.ts';
import { storeSearch } from './stored-search.ts';

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
  /** Returns only values that differ from the defaults, so that links stay short. */
  readonly write: (params: Params) => Record<string, string | string[]>;
  readonly defaults: Params;
};

/** The type of the state that a definition describes. */
export type ParamsOf<Definition> = Definition extends ListDefinition<infer Params> ? Params : never;

/**
 * Describes a list's state: its sort columns, default order and filters. Each filter has one of the parsers at
 * the end of this file, and the name of the filter in the API.
 */
export function defineListParams<const Column extends string, Filters extends object = object>(definition: {
  sort: readonly Column[];
  order: `${NoInfer<Column>} ${SortDirection}`;
  filters?: { readonly [Name in keyof Filters]: UrlValue<Filters[Name]> };
}): ListDefinition<BaseParams<Column> & Filters> {
  type Params = BaseParams<Column> & Filters;
  const order = parseSort(definition.order.split(' '), definition.sort);
  if (order === undefined) throw new Error(`Unknown order: ${definition.order}`);
  const values: Readonly<Record<string, UrlValue<unknown>>> = {
    ...definition.filters,
    page: urlPage(),
    size: (raw) => PAGE_SIZES.find((size) => String(size) === raw) ?? defaultPageSize(),
    sort: (raw) => {
      const [name = '', direction = ''] = first(raw).split('.');
      return parseSort([name, direction.toUpperCase()], definition.sort) ?? order;
    },
    search: urlText(),
  };
  const read = (search: RawSearch) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value(search[name])])) as Params;
  return {
    read,
    write: (params) => writeSearch(params, read({})),
    // the default page size may change while the list is shown
    get defaults() {
      return read({});
    },
  };
}

/**
 * Returns the sort after a click on a header: ascending, then descending, then the default order. The column of
 * the default order only alternates between ascending and descending.
 */
export function nextSort(column: string, now: Sort, initial: Sort): Sort {
  if (now.column !== column) return { column, direction: 'ASC' };
  if (now.direction === 'ASC') return { column, direction: 'DESC' };
  return initial.column === column ? { column, direction: 'ASC' } : initial;
}

function parseSort<Column extends string>(
  [name, direction]: readonly string[],
  columns: readonly Column[],
): Sort<Column> | undefined {
  const column = columns.find((known) => known === name);
  return column === undefined || (direction !== 'ASC' && direction !== 'DESC')
    ? undefined
    : { column, direction };
}

function writeSearch(params: BaseParams, defaults: BaseParams): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {};
  const before: Readonly<Record<string, unknown>> = defaults;
  for (const [name, value] of Object.entries(params)) {
    if (isSame(value, before[name])) continue;
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

export type ListState<Params extends BaseParams> = {
  /** Undefined for a list outside the URL. Lists at different paths have different states, even with equal parameters. */
  readonly path: string | undefined;
  readonly params: Params;
  readonly defaults: Params;
  /** Changes filters, search, sort or size, and returns to the first page. */
  readonly change: (patch: Partial<Params>) => void;
  readonly goTo: (page: number) => void;
  /** Replaces a page number beyond the last page, also in the browser history. */
  readonly replacePage: (page: number) => void;
  /** Resets search and filters to their defaults; sort and size stay. */
  readonly clear: () => void;
  /** Removes the search and every filter, including the default filters. */
  readonly clearAll: () => void;
  /** The list without a search and filters. */
  readonly unfiltered: Params;
  /** Called when the user refreshes the list. The list then gets a new state object with equal values. */
  readonly reread: () => void;
  /**
   * The number of times that the filters were cleared. A change remounts the search box, which drops its unsent
   * text.
   */
  readonly clearCount: number;
  /** Whether the search or a filter differs from its default. */
  readonly isFiltered: boolean;
};

/**
 * The state of a list in the URL. `menuPath` is the menu entry under which the state is stored, so that the
 * menu can restore it.
 */
export function useListParams<Params extends BaseParams>(
  definition: ListDefinition<Params>,
  { menuPath }: { menuPath?: string } = {},
): ListState<Params> {
  const search: RawSearch = useSearch({ strict: false });
  // the path of this route: during a navigation the URL already has the next path while this page still
  // renders
  const path = useMatch({ strict: false, select: (match) => match.pathname });
  const navigate = useNavigate();
  const [storedSize, storeSize] = useLocalStorage(PAGE_SIZE_STORAGE);
  // oxlint-disable-next-line react/exhaustive-deps -- a URL without a page size means the stored one
  const params = useMemo(() => definition.read(search), [definition, search, storedSize]);

  const view = first(search[VIEW_PARAM]);

  useEffect(() => {
    if (menuPath !== undefined)
      storeSearch(menuPath, { path, search: withView(definition.write(params), view) });
  }, [menuPath, path, definition, params, view]);

  const go = useCallback(
    (next: Params, replace: boolean) => {
      if (next.size !== params.size) storeSize(String(next.size));
      void navigate({ to: '.', search: withView(definition.write(next), view), resetScroll: false, replace });
    },
    [definition, navigate, params.size, storeSize, view],
  );
  return useListState(definition, params, go, path);
}

/** The URL parameter with the id of the saved view that a list shows, in addition to the list's complete state. */
export const VIEW_PARAM = 'view';

const withView = (search: Record<string, string | string[]>, view: string) =>
  view === '' ? search : { ...search, [VIEW_PARAM]: view };

/** The state of a list in a dialog or below another list. This state is not part of the URL. */
export function useLocalListParams<Params extends BaseParams>(
  definition: ListDefinition<Params>,
  size: PageSize = PAGE_SIZES[0],
): ListState<Params> {
  const [params, setParams] = useState<Params>({ ...definition.defaults, size });
  return useListState(definition, params, setParams);
}

function useListState<Params extends BaseParams>(
  definition: ListDefinition<Params>,
  params: Params,
  go: (next: Params, replace: boolean) => void,
  path?: string,
): ListState<Params> {
  const [clearCount, setClearCount] = useState(0);
  const [rereadCount, setRereadCount] = useState(0);
  return useMemo(() => {
    const { defaults } = definition;
    const { page, size, sort } = params;
    // an empty parameter means no filter, while a missing parameter means the default filter
    const empty = definition.read(Object.fromEntries(Object.keys(defaults).map((name) => [name, ''])));
    const reset = (base: Params) => {
      setClearCount(clearCount + 1);
      go({ ...base, size, sort }, false);
    };
    return {
      path,
      params,
      defaults,
      change: (patch) => go({ ...params, ...patch, page: 1 }, false),
      goTo: (next) => go({ ...params, page: next }, false),
      replacePage: (next) => go({ ...params, page: next }, true),
      clear: () => reset(defaults),
      clearAll: () => reset(empty),
      unfiltered: { ...empty, size, sort },
      reread: () => setRereadCount(rereadCount + 1),
      clearCount,
      isFiltered: !isSame({ ...defaults, page, size, sort }, params),
    };
  }, [definition, params, go, path, clearCount, rereadCount]);
}

/*
 * Parsers of the list parameters in the URL. Each has its own fallback, so that an invalid parameter does not
 * affect the others.
 */

/** A parameter in the URL: missing, once or several times. */
export type RawValue = string | readonly string[] | undefined;
/** Parses a parameter; never throws. */
export type UrlValue<Value> = (raw: RawValue) => Value;

/** Maximum length of a search text, in the search box and in the URL. */
export const SEARCH_MAX = 255;
const PAGE_MAX = 10_000_000;

const first = (raw: RawValue): string => (typeof raw === 'string' ? raw : raw?.[0]) ?? '';
const all = (raw: RawValue): string[] =>
  (typeof raw === 'string' ? [raw] : [...(raw ?? [])]).filter((item) => item !== '');

const urlText = (): UrlValue<string> => (raw) => first(raw).slice(0, SEARCH_MAX);

/** One of a fixed set of values, or null. */
export const urlOne =
  <const Value extends string>(values: readonly Value[]): UrlValue<Value | null> =>
  (raw) =>
    values.find((value) => value === first(raw)) ?? null;

/**
 * Several of a fixed set of values. Unknown values are ignored. A missing parameter, or one with unknown values
 * only, gives the fallback; an empty parameter gives no values.
 */
export const urlMany =
  <const Value extends string>(
    values: readonly Value[],
    fallback: readonly Value[] = [],
  ): UrlValue<Value[]> =>
  (raw) => {
    const named = all(raw);
    const known = named.flatMap((item) => values.find((value) => value === item) ?? []);
    const isMeant = known.length > 0 || (raw !== undefined && named.length === 0);
    return isMeant ? known : [...fallback];
  };

export const urlIds = (): UrlValue<number[]> => (raw) => all(raw).map(Number).filter(isId);

/** The id of a record, or null. */
export const urlId = (): UrlValue<number | null> => (raw) => {
  const id = Number(first(raw));
  return id > 0 && isId(id) ? id : null;
};

/** A yes/no filter, or null for both. */
export const urlFlag =
  (fallback: boolean | null = null): UrlValue<boolean | null> =>
  (raw) => {
    if (raw === undefined) return fallback;
    return first(raw) === 'true' ? true : first(raw) === 'false' ? false : null;
  };

/** A date, or an empty string. */
export const urlDay = (): UrlValue<string> => (raw) => (isDay(first(raw)) ? first(raw) : '');

/** Whole units (kilograms, minor units), or null. */
export const urlWhole = (): UrlValue<number | null> => (raw) =>
  /^-?\d{1,15}$/.test(first(raw)) ? Number(first(raw)) : null;

const urlPage = (): UrlValue<number> => (raw) => {
  const page = Number(first(raw));
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1;
};

// Zero is the id of options without a record, such as contractual qualities.
function isId(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
