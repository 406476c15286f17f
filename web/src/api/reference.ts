import { listCountries, listRawMaterialTabs } from '@spichlerz/shared/calls/reference';
import { listUserOptions } from '@spichlerz/shared/calls/users';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { wholeList } from './whole-list.ts';

/** Reference data changes rarely and is loaded at start. */
const RARELY = 30 * 60_000;

export const rawMaterialTabsQuery = queryOptions({
  queryKey: ['material', 'tabs'],
  queryFn: ({ signal }) => call(listRawMaterialTabs, { signal }),
  staleTime: RARELY,
});

export const countriesQuery = queryOptions({
  queryKey: ['country'],
  queryFn: ({ signal }) => call(listCountries, { signal }),
  staleTime: RARELY,
});

/** Owners of contracts: every active user. */
export const userOptionsQuery = queryOptions({
  queryKey: ['user', 'options'],
  queryFn: ({ signal }) => wholeList((at) => call(listUserOptions, { body: at, signal })),
  staleTime: RARELY,
});

/** The same, and who is not active any more: everyone who still owns a contract, and these users. */
export const ownerOptionsQuery = (includeIds: number[]) =>
  queryOptions({
    queryKey: ['user', 'options', includeIds],
    queryFn: ({ signal }) =>
      wholeList((at) =>
        call(listUserOptions, { body: { ...at, filter: { includeIds, withOwners: true } }, signal }),
      ),
    staleTime: RARELY,
  });

export function loadReference(client: QueryClient): void {
  void client.prefetchQuery(rawMaterialTabsQuery);
  void client.prefetchQuery(countriesQuery);
  void client.prefetchQuery(userOptionsQuery);
}
