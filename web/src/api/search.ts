import { searchEverywhere } from '@spichlerz/shared/calls/search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Finds records of every kind; the hits of the previous text stay until the new ones arrive. */
export const searchQuery = (search: string) =>
  queryOptions({
    queryKey: ['search', search],
    queryFn: ({ signal }) => call(searchEverywhere, { query: { search }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
