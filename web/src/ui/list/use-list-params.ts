import { useMatch, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type BaseParams, isSame, type ListDefinition, type RawSearch } from './list-params.ts';
import { rememberSearch } from './remembered-search.ts';

export type ListState<Params extends BaseParams> = {
  readonly params: Params;
  readonly defaults: Params;
  /** Changes filters, search, sort or size, and goes back to the first page. */
  readonly change: (patch: Partial<Params>) => void;
  readonly goTo: (page: number) => void;
  /** Goes to another page in place of this one, which is beyond the last. */
  readonly fallBackTo: (page: number) => void;
  /** Search and filters back to their defaults; sort and size stay. */
  readonly clear: () => void;
  /** How often it was cleared: what is typed and was not searched for yet goes with it. */
  readonly cleared: number;
  /** Whether search or any filter differs from its default. */
  readonly isFiltered: boolean;
};

/**
 * A list's state, kept in the URL. `remember` is the path of the list's menu entry: the menu brings the last state
 * back.
 */
export function useListParams<Params extends BaseParams>(
  definition: ListDefinition<Params>,
  { remember }: { remember?: string } = {},
): ListState<Params> {
  const search: RawSearch = useSearch({ strict: false });
  // of the page itself: the address is already the next page's while this one is still drawn
  const path = useMatch({ strict: false, select: (match) => match.pathname });
  const navigate = useNavigate();
  const params = useMemo(() => definition.read(search), [definition, search]);

  useEffect(() => {
    if (remember !== undefined) rememberSearch(remember, { path, search: definition.write(params) });
  }, [remember, path, definition, params]);

  const go = useCallback(
    (next: Params, replace: boolean) => {
      void navigate({ to: '.', search: definition.write(next), resetScroll: false, replace });
    },
    [definition, navigate],
  );
  return useListState(definition, params, go);
}

/** The same for a list in a dialog or under another list, whose state is not a place of its own. */
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
  const [cleared, setCleared] = useState(0);
  return useMemo(() => {
    const { page: _page, size: _size, sort: _sort, ...filters } = params;
    const { page: _first, size: _smallest, sort: _order, ...none } = defaults;
    return {
      params,
      defaults,
      change: (patch) => go({ ...params, ...patch, page: 1 }, false),
      goTo: (page) => go({ ...params, page }, false),
      fallBackTo: (page) => go({ ...params, page }, true),
      clear: () => {
        setCleared((times) => times + 1);
        go({ ...defaults, size: params.size, sort: params.sort }, false);
      },
      cleared,
      isFiltered: !isSame(filters, none),
    };
  }, [defaults, params, go, cleared]);
}
