import type { ListQuery } from '../../ui/table/list-outcome.tsx';
import { type BaseParams, defineListParams, useLocalListParams } from '../../ui/table/list-params.ts';
import type { PageSize } from '../../ui/table/page-size.ts';

const PARAMS = defineListParams({ sort: ['line'], order: 'line ASC' });

/** The pages of a list whose rows are in memory, in the order in which they are given. */
export const useLocalList = (size?: PageSize) => useLocalListParams(PARAMS, size);

/** The shown page of `rows`, out of `total` before the filter, in the form of a query. */
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
