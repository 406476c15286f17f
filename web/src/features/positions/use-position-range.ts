import { useNavigate, useSearch } from '@tanstack/react-router';
import { isDay } from '../../ui/field/parse-day.ts';

export type PositionRange = { readonly dateFrom: string; readonly dateTo: string };

const day = (value: unknown) => (typeof value === 'string' && isDay(value) ? value : '');

/** The range of receipt dates, kept in the URL; an empty day is unbounded. */
export function usePositionRange(): { range: PositionRange; setRange: (range: PositionRange) => void } {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const range = { dateFrom: day(search['dateFrom']), dateTo: day(search['dateTo']) };
  const setRange = ({ dateFrom, dateTo }: PositionRange) =>
    void navigate({
      to: '.',
      search: { ...(dateFrom === '' ? {} : { dateFrom }), ...(dateTo === '' ? {} : { dateTo }) },
      resetScroll: false,
    });
  return { range, setRange };
}
