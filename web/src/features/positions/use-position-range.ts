import { useNavigate, useSearch } from '@tanstack/react-router';
import { isDay } from '../../ui/field/parse-day.ts';
import { rangeProblems } from '../../ui/list/filter-ranges.ts';

export type PositionRange = { readonly dateFrom: string; readonly dateTo: string };

const RANGES = [{ from: 'dateFrom', to: 'dateTo' }] as const;

const day = (value: unknown) => (typeof value === 'string' && isDay(value) ? value : '');

export const searchOf = ({ dateFrom, dateTo }: PositionRange) => ({
  ...(dateFrom === '' ? {} : { dateFrom }),
  ...(dateTo === '' ? {} : { dateTo }),
});

type State = {
  range: PositionRange;
  /** Why there is nothing to ask for: the range ends before it begins. */
  problem: string | undefined;
  setRange: (range: PositionRange) => void;
};

/** The range of receipt dates, kept in the URL; an empty day is unbounded. */
export function usePositionRange(): State {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const range = { dateFrom: day(search['dateFrom']), dateTo: day(search['dateTo']) };
  const setRange = (next: PositionRange) =>
    void navigate({ to: '.', search: searchOf(next), resetScroll: false });
  return { range, problem: rangeProblems(RANGES, range).get('dateTo'), setRange };
}
