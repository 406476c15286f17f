import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { positionsQuery } from '../../api/positions.ts';
import { isDay } from '../../ui/field/parse-day.ts';
import { rangeProblems } from '../../ui/table/filter-ranges.ts';
import { storeSearch } from '../../ui/table/stored-search.ts';

export type PositionRange = { readonly dateFrom: string; readonly dateTo: string };

const RANGES = [{ from: 'dateFrom', to: 'dateTo' }] as const;

const day = (value: unknown) => (typeof value === 'string' && isDay(value) ? value : '');

const searchOf = ({ dateFrom, dateTo }: PositionRange) => ({
  ...(dateFrom === '' ? {} : { dateFrom }),
  ...(dateTo === '' ? {} : { dateTo }),
});

type State = {
  range: PositionRange;
  /** The error of a range that ends before its start. Such a range is not queried. */
  problem: string | undefined;
  setRange: (range: PositionRange) => void;
};

/** The range of receipt dates in the URL. An empty date means no limit. */
export function usePositionRange(): State {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const range = { dateFrom: day(search['dateFrom']), dateTo: day(search['dateTo']) };
  const setRange = (next: PositionRange) =>
    void navigate({ to: '.', search: searchOf(next), resetScroll: false });
  return { range, problem: rangeProblems(RANGES, range).get('dateTo'), setRange };
}

const LIST = '/positions';

/**
 * Queries the positions of the range in the URL, unless the range is invalid. Stores the range, so that the
 * menu and the breadcrumbs restore it, even if it was changed on the page of one position.
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
