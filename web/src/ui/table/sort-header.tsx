import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import classes from './data-table.module.css';
import type { Sort } from './list-params.ts';
import { memoWithStableCallbacks } from './memo-with-stable-callbacks.tsx';

type Props = {
  label: string;
  column: string;
  /** The direction when the list is sorted by this column, else undefined. */
  sorted: Sort['direction'] | undefined;
  onSort: (column: string) => void;
};

/** The `aria-sort` value of a sortable column. */
export function ariaSort(sorted: Props['sorted']): 'ascending' | 'descending' | 'none' {
  if (sorted === undefined) return 'none';
  return sorted === 'ASC' ? 'ascending' : 'descending';
}

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

/** A sortable header: ascending, descending, default order. */
export const SortHeader = memoWithStableCallbacks(PlainSortHeader);
