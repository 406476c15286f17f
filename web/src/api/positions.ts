import { listPositions } from '@spichlerz/shared/wire/positions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Empty days are unbounded. */
export const positionsQuery = (range: { dateFrom: string; dateTo: string }) =>
  queryOptions({
    queryKey: ['position', range],
    queryFn: ({ signal }) => call(listPositions, { body: range, signal }),
    placeholderData: keepPreviousData,
  });
