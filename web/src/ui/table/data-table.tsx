import { VisuallyHidden } from '@mantine/core';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { useCreateAtom } from '@tanstack/react-store';
import { type CSSProperties, useEffect, useLayoutEffect } from 'react';
import { usePhone } from '../hooks/screen.ts';
import { useDelayedLoading } from '../hooks/use-delayed-loading.ts';
import { lazyComponent } from '../lazy-component.tsx';
import { UI_TEXTS } from '../texts.ts';
import classes from './data-table.module.css';
import type { DataTableProps } from './data-table-props.ts';
import type { ListCards as ListCardsOf } from './list-cards.tsx';
import { ListOutcome, type ListQuery } from './list-outcome.tsx';
import { type BaseParams, type ListState, nextSort } from './list-params.ts';
import { AllCheckbox, chooseRow } from './row-checkbox.tsx';
import type { RowTarget } from './row-link.tsx';
import { ariaSort, SortHeader } from './sort-header.tsx';
import { type RowCallbacks, TableRow } from './table-row.tsx';

const SKELETON_ROWS = 8;

// lazyComponent loses the generic row type, which this cast restores
const ListCards = lazyComponent(
  async () => (await import('./list-cards.tsx')).ListCards,
  <div className={classes.cardsWaiting} aria-busy />,
) as unknown as typeof ListCardsOf;

export function DataTable<Row extends { id: number }, Params extends BaseParams>(
  props: DataTableProps<Row, Params>,
) {
  const { query, list, empty } = props;
  const isPhone = usePhone();
  const isBeyond = usePageFallback(list, query);
  // beyond the last page nothing is shown, because the last page is loading
  const isFirstLoad = isBeyond || isLoadingRows(query);
  const isOutcome = !isFirstLoad && !query.data?.list.length;
  return (
    <>
      {/* The live region must exist before its content, or screen readers do not announce it. */}
      <div aria-live="polite" style={{ display: 'contents' }}>
        {isOutcome ? (
          <ListOutcome query={query} list={list} empty={empty} />
        ) : isPhone ? null : (
          <VisuallyHidden>{sortText(props)}</VisuallyHidden>
        )}
      </div>
      {isOutcome ? null : isPhone ? <ListCards {...props} /> : <Rows {...props} isFirstLoad={isFirstLoad} />}
    </>
  );
}

/** The sort order for screen readers, which the arrow in a header shows. */
function sortText<Row extends { id: number }, Params extends BaseParams>({
  columns,
  list,
}: DataTableProps<Row, Params>): string | undefined {
  const { column, direction } = list.params.sort;
  const sorted = columns.find(({ sort }) => sort === column);
  const format = direction === 'ASC' ? UI_TEXTS.rising : UI_TEXTS.falling;
  return sorted && format(sorted.name ?? sorted.label);
}

function Rows<Row extends { id: number }, Params extends BaseParams>(
  props: DataTableProps<Row, Params> & { isFirstLoad: boolean },
) {
  const { columns, query, list, rowName, rowActions, rowTarget, selection, totals, rowHeight = 40 } = props;
  const { isFirstLoad } = props;
  const navigate = useNavigate();
  const isSlow = useDelayedLoading(query.isFetching);
  const rows = query.data?.list ?? NO_ROWS;
  const latestCallbacks: RowCallbacks<Row> = {
    open: (row) => {
      const target = rowTarget?.(row);
      if (target === undefined) return;
      if ('onOpen' in target) target.onOpen();
      else void navigate(target.link);
    },
    choose: (id, isChosen) => {
      if (selection) chooseRow(selection, id, isChosen);
    },
    actions: (row) => rowActions?.(row) ?? [],
  };
  const callbacks = useCreateAtom(latestCallbacks);
  useLayoutEffect(() => callbacks.set(latestCallbacks));

  const onSort = (column: string) =>
    list.change({ sort: nextSort(column, list.params.sort, list.defaults.sort) } as Partial<Params>);

  return (
    <div
      className={classes.frame}
      style={{ '--row-height': `${rowHeight}px`, '--table-max-height': props.maxHeight } as CSSProperties}
    >
      {isSlow ? <div className={classes.progress} aria-hidden /> : null}
      {/* A scrollable region must be focusable. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.scroller} aria-label={props.label} tabIndex={0}>
        <table className={classes.table} aria-label={props.label} aria-busy={query.isFetching}>
          <thead>
            <tr>
              {selection ? (
                <th scope="col" style={{ width: 36 }}>
                  <AllCheckbox rows={rows} selection={selection} />
                </th>
              ) : null}
              {columns.map(({ id, label, align, width, sort }, index) => {
                const sorted = sort === list.params.sort.column ? list.params.sort.direction : undefined;
                return (
                  <th
                    key={id}
                    scope="col"
                    data-align={align}
                    className={index === 0 ? classes.firstCell : undefined}
                    aria-sort={sort === undefined ? undefined : ariaSort(sorted)}
                    style={width === undefined ? undefined : { minWidth: width, maxWidth: width }}
                  >
                    {sort === undefined ? (
                      label
                    ) : (
                      <SortHeader label={label} column={sort} sorted={sorted} onSort={onSort} />
                    )}
                  </th>
                );
              })}
              {rowActions ? (
                <th scope="col" className={classes.actionsCell}>
                  <VisuallyHidden>{UI_TEXTS.rowActions}</VisuallyHidden>
                </th>
              ) : null}
            </tr>
            {totals ? (
              <tr>
                {selection ? <td aria-hidden /> : null}
                {columns.map((column, index) => (
                  <td
                    key={column.id}
                    data-align={column.align}
                    className={index === 0 ? classes.firstCell : undefined}
                  >
                    {totals[column.id]}
                  </td>
                ))}
                {rowActions ? <td className={classes.actionsCell} aria-hidden /> : null}
              </tr>
            ) : null}
          </thead>
          <tbody className={isSlow && query.isPlaceholderData ? classes.dimmed : undefined}>
            {isFirstLoad
              ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- the skeleton has no records
                  <SkeletonRow
                    key={index}
                    cells={columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0)}
                  />
                ))
              : rows.map((row) => (
                  <TableRow
                    key={row.id}
                    row={row}
                    name={rowName(row)}
                    columns={columns}
                    link={rowLinkOf(rowTarget?.(row))}
                    isChosen={selection?.ids.has(row.id)}
                    hasActions={rowActions && rowActions(row).length > 0}
                    callbacks={callbacks}
                  />
                ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

const NO_ROWS: readonly never[] = [];

/** Whether the rows are unknown: an empty result of the previous query says nothing about this one. */
function isLoadingRows({ data, error, isPlaceholderData }: ListQuery<unknown>): boolean {
  return data === undefined ? error === null : data.list.length === 0 && isPlaceholderData;
}

/** Goes from a page beyond the last one to the last: its rows were deleted, or the URL is out of date. */
function usePageFallback<Row, Params extends BaseParams>(
  { params, replacePage }: ListState<Params>,
  { data, isPlaceholderData }: ListQuery<Row>,
): boolean {
  const isBeyond =
    data !== undefined &&
    !isPlaceholderData &&
    data.list.length === 0 &&
    data.filtered > 0 &&
    params.page > 1;
  const last = Math.ceil((data?.filtered ?? 0) / params.size);
  useEffect(() => {
    if (isBeyond) replacePage(last);
  }, [isBeyond, last, replacePage]);
  return isBeyond;
}

function rowLinkOf(target: RowTarget | undefined): LinkProps | 'here' | undefined {
  if (target === undefined) return undefined;
  return 'onOpen' in target ? 'here' : target.link;
}

function SkeletonRow({ cells }: { cells: number }) {
  return (
    <tr>
      {Array.from({ length: cells }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the skeleton has no records
        <td key={index} className={classes.skeleton} aria-hidden />
      ))}
    </tr>
  );
}
