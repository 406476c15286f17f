import { VisuallyHidden } from '@mantine/core';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { useCreateAtom } from '@tanstack/react-store';
import { type CSSProperties, useEffect, useLayoutEffect } from 'react';
import { usePhone } from '../hooks/screen.ts';
import { useDelayedLoading } from '../hooks/use-delayed-loading.ts';
import { lazyComponent } from '../lazy-component.tsx';
import { UI_TEXTS } from '../texts.ts';
import classes from './data-table.module.css';
import type { DataTableProps, ListColumn, ShownRowsProps } from './data-table-props.ts';
import { HeaderCell } from './header-cell.tsx';
import { singleColumns } from './joined-columns.ts';
import type { ListCards as ListCardsOf } from './list-cards.tsx';
import { ListOutcome, type ListQuery } from './list-outcome.tsx';
import { type BaseParams, type ListState, nextSort } from './list-params.ts';
import { AllCheckbox, setRowSelected } from './row-checkbox.tsx';
import type { RowTarget } from './row-link.tsx';
import { DataTableRow, pinClass, type RowCallbacks } from './table-row.tsx';
import { useDensity } from './use-density.ts';
import { KeepRowProvider, useKeptRows } from './use-kept-rows.ts';
import { useOverflowMark } from './use-overflow-mark.ts';
import { useRowKeys } from './use-row-keys.ts';

const SKELETON_ROWS = 8;
const NORMAL_ROW = 40;
const DENSE_ROW = 32;

// lazyComponent loses the generic row type, which this cast restores
const ListCards = lazyComponent(
  async () => (await import('./list-cards.tsx')).ListCards,
  <div className={classes.cardsWaiting} aria-busy />,
) as unknown as typeof ListCardsOf;

export function DataTable<Row extends { id: number }, Params extends BaseParams>(
  given: DataTableProps<Row, Params>,
) {
  const { keep, ...shown } = useKeptRows(given);
  const props = { ...given, ...shown };
  const { list, query, empty } = props;
  const isPhone = usePhone();
  const isBeyond = usePageFallback(list, query);
  // beyond the last page nothing is shown, because the last page is loading
  const isFirstLoad = isBeyond || isLoadingRows(query);
  const isOutcome = !isFirstLoad && !query.data?.list.length;
  return (
    <KeepRowProvider value={keep}>
      {/* The live region must exist before its content, or screen readers do not announce it. */}
      <div aria-live="polite" style={{ display: 'contents' }}>
        {isOutcome ? (
          <ListOutcome query={query} list={list} empty={empty} />
        ) : isPhone ? null : (
          <VisuallyHidden>{sortText(props)}</VisuallyHidden>
        )}
      </div>
      {isOutcome ? null : isPhone ? <ListCards {...props} /> : <Rows {...props} isFirstLoad={isFirstLoad} />}
    </KeepRowProvider>
  );
}

/** The sort order as text for screen readers. Other users see an arrow in the header. */
function sortText<Row extends { id: number }, Params extends BaseParams>({
  columns,
  list,
}: DataTableProps<Row, Params>): string | undefined {
  const { column, direction } = list.params.sort;
  const sorted = singleColumns(columns).find(({ sort }) => sort === column);
  const format = direction === 'ASC' ? UI_TEXTS.rising : UI_TEXTS.falling;
  return sorted && format(sorted.name ?? sorted.label);
}

function Rows<Row extends { id: number }, Params extends BaseParams>(
  props: ShownRowsProps<Row, Params> & { isFirstLoad: boolean },
) {
  const { columns, query, list, rowName, rowActions, rowTarget, selection, totals, groups } = props;
  const { grouped, goneIds, isFirstLoad, rowHeight = NORMAL_ROW } = props;
  const { isDense } = useDensity();
  const last = columns.at(-1);
  const scroller = useOverflowMark();
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
      if (selection && !goneIds.has(id)) setRowSelected(selection, id, isChosen);
    },
    actions: (row) => rowActions?.(row) ?? [],
  };
  useRowKeys(scroller, {
    rows,
    runAction: (row, key) => {
      const action = latestCallbacks.actions(row).find(({ shortcut }) => shortcut === key);
      if (action === undefined || action.disabledReason) return false;
      action.onClick();
      return true;
    },
    toggle: selection && (({ id }) => latestCallbacks.choose(id, !selection.ids.has(id))),
  });
  const callbacks = useCreateAtom(latestCallbacks);
  useLayoutEffect(() => callbacks.set(latestCallbacks));

  const onSort = (column: string) =>
    list.change({ sort: nextSort(column, list.params.sort, list.defaults.sort) } as Partial<Params>);

  return (
    <div
      className={classes.frame}
      data-dense={isDense || undefined}
      style={
        {
          '--row-height': `${isDense && rowHeight === NORMAL_ROW ? DENSE_ROW : rowHeight}px`,
          '--table-max-height': props.maxHeight,
          '--choice-width': selection ? '32px' : '0px',
          '--first-width': `${columns[0]?.width ?? 0}px`,
          '--actions-width': rowActions ? '44px' : '0px',
          '--end-width': `${(last?.staysAtEnd && last.width) || 0}px`,
        } as CSSProperties
      }
    >
      {isSlow ? <div className={classes.progress} aria-hidden /> : null}
      {/* A scrollable region must be focusable. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.scroller} aria-label={props.label} tabIndex={0} ref={scroller}>
        <table className={classes.table} aria-label={props.label} aria-busy={query.isFetching}>
          <thead>
            <tr>
              {selection ? (
                <th scope="col" className={classes.choiceCell}>
                  <AllCheckbox rows={rows.filter(({ id }) => !goneIds.has(id))} selection={selection} />
                </th>
              ) : null}
              {columns.map((column, index) => (
                <HeaderCell
                  key={column.id}
                  column={column}
                  className={pinClass(column, index)}
                  sort={list.params.sort}
                  onSort={onSort}
                />
              ))}
              {rowActions ? (
                <th scope="col" className={classes.actionsCell}>
                  <VisuallyHidden>{UI_TEXTS.rowActions}</VisuallyHidden>
                </th>
              ) : null}
            </tr>
            {totals ? (
              <tr>
                {selection ? <td className={classes.choiceCell} aria-hidden /> : null}
                {columns.map((column, index) => (
                  <td key={column.id} data-align={column.align} className={pinClass(column, index)}>
                    {totals[column.id]}
                  </td>
                ))}
                {rowActions ? <td className={classes.actionsCell} aria-hidden /> : null}
              </tr>
            ) : null}
          </thead>
          {isFirstLoad ? (
            <tbody>
              {Array.from({ length: SKELETON_ROWS }, (_, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the skeleton has no records
                <SkeletonRow
                  key={index}
                  columns={columns}
                  isChoosing={selection !== undefined}
                  hasActions={rowActions !== undefined}
                />
              ))}
            </tbody>
          ) : (
            grouped.map((group) => (
              <tbody
                key={group.key}
                className={isSlow && query.isPlaceholderData ? classes.dimmed : undefined}
              >
                {groups ? (
                  <tr>
                    <th
                      scope="rowgroup"
                      className={classes.groupHeading}
                      colSpan={columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0)}
                    >
                      <span>{groups.heading(group.key)}</span>
                    </th>
                  </tr>
                ) : null}
                {group.rows.map((row) => (
                  <DataTableRow
                    key={row.id}
                    row={row}
                    name={rowName(row)}
                    columns={columns}
                    link={rowLinkOf(rowTarget?.(row))}
                    isGone={goneIds.has(row.id)}
                    isChosen={selection?.ids.has(row.id)}
                    hasActions={rowActions && rowActions(row).length > 0}
                    callbacks={callbacks}
                  />
                ))}
              </tbody>
            ))
          )}
        </table>
      </section>
    </div>
  );
}

const NO_ROWS: readonly never[] = [];

/**
 * Whether the rows are unknown. An empty result of the previous query is not yet the result of the current
 * query.
 */
function isLoadingRows({ data, error, isPlaceholderData }: ListQuery<unknown>): boolean {
  return data === undefined ? error === null : data.list.length === 0 && isPlaceholderData;
}

/**
 * Replaces a page number beyond the last page by the last page, after rows were deleted or with an outdated
 * URL.
 */
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

type SkeletonProps = {
  columns: readonly ListColumn<never>[];
  isChoosing: boolean;
  hasActions: boolean;
};

/** A row without a record, in the columns of the table. */
function SkeletonRow({ columns, isChoosing, hasActions }: SkeletonProps) {
  return (
    <tr aria-hidden>
      {isChoosing ? <td className={classes.choiceCell} aria-hidden /> : null}
      {columns.map((column, index) => (
        <td key={column.id} className={pinClass(column, index)} style={{ minWidth: column.width }}>
          <div className={classes.skeleton} />
          {column.lines ? <div className={classes.skeleton} /> : null}
        </td>
      ))}
      {hasActions ? <td className={classes.actionsCell} aria-hidden /> : null}
    </tr>
  );
}
