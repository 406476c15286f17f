import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { positionsQuery } from '../../api/positions.ts';
import { storeSearch } from '../../ui/table/stored-search.ts';
import { searchOf, usePositionRange } from './use-position-range.ts';

const LIST = '/positions';

/**
 * The positions of the range in the URL; an invalid range is not queried. The range is stored, so that the
 * menu and the breadcrumbs restore it, also after a change on the page of one position.
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
