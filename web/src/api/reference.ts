import { listCountries, listRawMaterialTabs } from '@spichlerz/shared/calls/reference';
import { listUserOptions } from '@spichlerz/shared/calls/users';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { fetchAllPages } from './list-request.ts';

/** Reference data changes rarely and is loaded at start. */
const STALE_AFTER_MS = 30 * 60_000;

export const rawMaterialTabsQuery = queryOptions({
  queryKey: ['material', 'tabs'],
  queryFn: ({ signal }) => call(listRawMaterialTabs, { signal }),
  staleTime: STALE_AFTER_MS,
});

export const countriesQuery = queryOptions({
  queryKey: ['country'],
  queryFn: ({ signal }) => call(listCountries, { signal }),
  staleTime: STALE_AFTER_MS,
});

/** The users who can own a contract: all active users. */
export const userOptionsQuery = queryOptions({
  queryKey: ['user', 'options'],
  queryFn: ({ signal }) => fetchAllPages((at) => call(listUserOptions, { body: at, signal })),
  staleTime: STALE_AFTER_MS,
});

/** Active users, inactive users who still own a contract, and the users of `includeIds`. */
const ownerOptionsQuery = (includeIds: number[]) =>
  queryOptions({
    queryKey: ['user', 'options', includeIds],
    queryFn: ({ signal }) =>
      fetchAllPages((at) =>
        call(listUserOptions, { body: { ...at, filter: { includeIds, withOwners: true } }, signal }),
      ),
    staleTime: STALE_AFTER_MS,
  });

/** Countries and users are needed only in forms and filters, so their requests wait until the page is idle. */
export function prefetchReferenceData(client: QueryClient): void {
  void client.prefetchQuery(rawMaterialTabsQuery);
  whenIdle(() => {
    void client.prefetchQuery(countriesQuery);
    void client.prefetchQuery(userOptionsQuery);
  });
}

// Safari has no requestIdleCallback.
const whenIdle: (task: () => void) => void =
  'requestIdleCallback' in globalThis
    ? (task) => requestIdleCallback(task, { timeout: 2_000 })
    : (task) => setTimeout(task, 500);

/**
 * Owners for the filter of a contract list: the active users. If `withFormer` is true or `filteredBy` contains
 * an inactive user, the inactive users who still own a contract and those in `filteredBy` are added.
 */
export function useOwners(filteredBy: readonly number[], withFormer = false) {
  const active = useQuery(userOptionsQuery).data;
  const left = filteredBy.filter((id) => active?.every(({ value }) => value !== id));
  const withLeft = useQuery({ ...ownerOptionsQuery(left), enabled: withFormer || left.length > 0 }).data;
  return withLeft ?? active;
}
