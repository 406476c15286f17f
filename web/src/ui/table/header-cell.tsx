import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import classes from './data-table.module.css';
import type { ListColumn } from './data-table-props.ts';
import type { Sort } from './list-params.ts';
import { memoWithStableCallbacks } from './memo-with-stable-callbacks.tsx';

type Props = {
  label: string;
  column: string;
  /** The direction when the list is sorted by this column, else undefined. */
  sorted: Sort['direction'] | undefined;
  onSort: (column: string) => void;
};

function PlainSortHeader({ label, column, sorted, onSort }: Props) {
  const Icon = sorted === undefined ? IconArrowsSort : sorted === 'ASC' ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={classes.sortButton}
      data-active={sorted !== undefined || undefined}
      onClick={() => onSort(column)}
    >
      {label}
      <Icon className={classes.sortIcon} size={14} aria-hidden />
    </button>
  );
}

/** A header that sorts the list: at each click ascending, then descending, then in the default order. */
const SortHeader = memoWithStableCallbacks(PlainSortHeader);

type CellProps = {
  column: ListColumn<never>;
  className: string | undefined;
  sort: Sort;
  onSort: Props['onSort'];
};

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const;

/** The header of a column. A joined column has the headers of its two columns. */
export function HeaderCell({ column, className, sort, onSort }: CellProps) {
  const { align, width, lines = [column], separator } = column;
  const isSorted = (line: ListColumn<never>) => line.sort === sort.column;
  const isSortable = lines.some((line) => line.sort !== undefined);
  return (
    <th
      scope="col"
      data-align={align}
      className={className}
      aria-sort={lines.some(isSorted) ? ARIA_SORT[sort.direction] : isSortable ? 'none' : undefined}
      style={width === undefined ? undefined : { width, minWidth: width, maxWidth: width }}
    >
      {lines.map((line, index) => (
        <div key={line.id} className={column.lines && classes.headerLine}>
          {line.sort === undefined ? (
            line.label
          ) : (
            <SortHeader
              label={line.label}
              column={line.sort}
              sorted={isSorted(line) ? sort.direction : undefined}
              onSort={onSort}
            />
          )}
          {index === 0 && lines[1]?.label ? separator : null}
        </div>
      ))}
    </th>
  );
}
