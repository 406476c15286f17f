import { DayInput } from '../../ui/field/date-field.tsx';
import { RefreshButton } from '../../ui/list/refresh-button.tsx';
import { usePositionRange } from './use-position-range.ts';

type Props = { query: { isFetching: boolean; dataUpdatedAt: number; refetch: () => unknown } };

/** The range of receipt dates, each end bounding the other, and a refresh. */
export function PositionFilters({ query }: Props) {
  const { range, setRange } = usePositionRange();
  return (
    <>
      <DayInput
        label="Termin od"
        value={range.dateFrom}
        maxDate={range.dateTo || undefined}
        onChange={(dateFrom) => setRange({ ...range, dateFrom })}
      />
      <DayInput
        label="Termin do"
        value={range.dateTo}
        minDate={range.dateFrom || undefined}
        onChange={(dateTo) => setRange({ ...range, dateTo })}
      />
      <RefreshButton
        isFetching={query.isFetching}
        updatedAt={query.dataUpdatedAt}
        onRefresh={query.refetch}
      />
    </>
  );
}
