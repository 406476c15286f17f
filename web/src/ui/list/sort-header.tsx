import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import classes from './data-table.module.css';
import type { Sort } from './list-params.ts';

type Props = {
  label: string;
  column: string;
  sort: Sort;
  onSort: (column: string, direction: Sort['direction']) => void;
};

/** A header that sorts: first upwards, then downwards. */
export function SortHeader({ label, column, sort, onSort }: Props) {
  const isActive = sort.column === column;
  const Icon = !isActive ? IconArrowsSort : sort.direction === 'ASC' ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton
      className={classes.sortButton}
      data-active={isActive || undefined}
      onClick={() => onSort(column, isActive && sort.direction === 'ASC' ? 'DESC' : 'ASC')}
    >
      {label}
      <Icon className={classes.sortIcon} size={14} aria-hidden />
    </UnstyledButton>
  );
}

export function ariaSort(
  column: string | undefined,
  sort: Sort,
): 'ascending' | 'descending' | 'none' | undefined {
  if (column === undefined) return undefined;
  if (sort.column !== column) return 'none';
  return sort.direction === 'ASC' ? 'ascending' : 'descending';
}
