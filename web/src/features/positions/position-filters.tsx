import { RefreshButton } from '../../ui/table/refresh-button.tsx';
import classes from './position-filters.module.css';
import { RangeDay } from './range-day.tsx';
import { usePositionRange } from './use-position-range.ts';

type Props = { query: { isFetching: boolean; dataUpdatedAt: number; refetch: () => unknown } };

/** The fields for the range of receipt dates, which limit each other's calendar, and a refresh button. */
export function PositionFilters({ query }: Props) {
  const { range, problem, setRange } = usePositionRange();
  return (
    <div className={classes.filters}>
      <RangeDay
        label="Termin od"
        value={range.dateFrom}
        excludeDate={(day) => range.dateTo !== '' && day > range.dateTo}
        startAt={range.dateTo}
        onChange={(dateFrom) => setRange({ ...range, dateFrom })}
      />
      <RangeDay
        label="Termin do"
        value={range.dateTo}
        error={problem}
        excludeDate={(day) => day < range.dateFrom}
        startAt={range.dateFrom}
        onChange={(dateTo) => setRange({ ...range, dateTo })}
      />
      <div className={classes.refresh}>
        <RefreshButton
          isFetching={query.isFetching}
          updatedAt={query.dataUpdatedAt}
          onRefresh={() => (problem === undefined ? query.refetch() : undefined)}
        />
      </div>
    </div>
  );
}
