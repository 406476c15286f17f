import type { ListQuery } from '../../ui/table/list-outcome.tsx';
import { type BaseParams, defineListParams, useLocalListParams } from '../../ui/table/list-params.ts';
import type { PageSize } from '../../ui/table/page-size.ts';

const PARAMS = defineListParams({ sort: ['line'], order: 'line ASC' });

/** The state of a list whose rows are in memory and already sorted. */
export const useLocalList = (size?: PageSize) => useLocalListParams(PARAMS, size);

/**
 * Returns the shown page of the filtered `rows` as a query result. `total` is the number of rows before the
 * filter.
 */
export function localListQuery<Row>(
  rows: readonly Row[],
  { params: { page, size } }: { readonly params: Pick<BaseParams, 'page' | 'size'> },
  { total = rows.length, isFetching = false } = {},
): ListQuery<Row> {
  return {
    data: { list: rows.slice((page - 1) * size, page * size), filtered: rows.length, total },
    error: null,
    isFetching,
    isPlaceholderData: false,
    dataUpdatedAt: 0,
    refetch: () => undefined,
  };
}
