import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { positionsQuery } from '../../api/positions.ts';
import { storeSearch } from '../../ui/list/stored-search.ts';
import { searchOf, usePositionRange } from './use-position-range.ts';

const LIST = '/positions';

/**
 * The positions in the range of the URL; a range that ends before it begins is not asked for. The menu and the
 * breadcrumbs bring the range back, also one that was changed on the page of a single position.
 */
export function usePositions() {
  const { range, problem } = usePositionRange();
  const { dateFrom, dateTo } = range;
  useEffect(
    () => storeSearch(LIST, { path: LIST, search: searchOf({ dateFrom, dateTo }) }),
    [dateFrom, dateTo],
  );
  const query = useQuery({ ...positionsQuery(range), enabled: problem === undefined });
  return { range, problem, query };
}
