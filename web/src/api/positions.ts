import { countAttentions } from '@spichlerz/shared/calls/attention';
import { listDeliveryMonths, listPositions } from '@spichlerz/shared/calls/positions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** An empty date means no limit. */
type Range = { dateFrom: string; dateTo: string };

export const positionsQuery = (range: Range) =>
  queryOptions({
    queryKey: ['position', range],
    queryFn: ({ signal }) => call(listPositions, { body: range, signal }),
    placeholderData: keepPreviousData,
  });

export const deliveryMonthsQuery = (rawMaterialId: number, range: Range) =>
  queryOptions({
    queryKey: ['position', 'months', rawMaterialId, range],
    queryFn: ({ signal }) => call(listDeliveryMonths, { body: { rawMaterialId, ...range }, signal }),
    placeholderData: keepPreviousData,
  });

/**
 * The counts of contracts, transports and invoices that need attention. The key starts with `position`, because
 * a change of any of these records refreshes the queries of positions.
 */
export const attentionsQuery = queryOptions({
  queryKey: ['position', 'attention'],
  queryFn: ({ signal }) => call(countAttentions, { signal }),
});
