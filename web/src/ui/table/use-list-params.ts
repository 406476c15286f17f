import { useMatch, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type BaseParams, isSame, type ListDefinition, type RawSearch } from './list-params.ts';
import { storeSearch } from './stored-search.ts';

export type ListState<Params extends BaseParams> = {
  readonly params: Params;
  readonly defaults: Params;
  /** Changes filters, search, sort or size, and returns to the first page. */
  readonly change: (patch: Partial<Params>) => void;
  readonly goTo: (page: number) => void;
  /** Replaces the current page, which is beyond the last one, in the browser history. */
  readonly replacePage: (page: number) => void;
  /** Resets search and filters to their defaults; sort and size stay. */
  readonly clear: () => void;
  /** How often `clear` was called; it remounts the search box, which drops its unsent text. */
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
  const params = useMemo(() => definition.read(search), [definition, search]);

  useEffect(() => {
    if (menuPath !== undefined) storeSearch(menuPath, { path, search: definition.write(params) });
  }, [menuPath, path, definition, params]);

  const go = useCallback(
    (next: Params, replace: boolean) => {
      void navigate({ to: '.', search: definition.write(next), resetScroll: false, replace });
    },
    [definition, navigate],
  );
  return useListState(definition, params, go);
}

/** The state of a list in a dialog or below another list, which is not part of the URL. */
export function useLocalListParams<Params extends BaseParams>(
  definition: ListDefinition<Params>,
): ListState<Params> {
  const [params, setParams] = useState(definition.defaults);
  return useListState(definition, params, setParams);
}

function useListState<Params extends BaseParams>(
  { defaults }: ListDefinition<Params>,
  params: Params,
  go: (next: Params, replace: boolean) => void,
): ListState<Params> {
  const [clearCount, setClearCount] = useState(0);
  return useMemo(() => {
    const { page: _page, size: _size, sort: _sort, ...filters } = params;
    const { page: _first, size: _smallest, sort: _order, ...none } = defaults;
    return {
      params,
      defaults,
      change: (patch) => go({ ...params, ...patch, page: 1 }, false),
      goTo: (page) => go({ ...params, page }, false),
      replacePage: (page) => go({ ...params, page }, true),
      clear: () => {
        setClearCount((times) => times + 1);
        go({ ...defaults, size: params.size, sort: params.sort }, false);
      },
      clearCount,
      isFiltered: !isSame(filters, none),
    };
  }, [defaults, params, go, clearCount]);
}
