import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useTable } from '@tanstack/react-table';
import type { CSSProperties, MouseEvent } from 'react';
import { PHONE } from '../screen.ts';
import { UI_WORDS } from '../words.ts';
import { cellOf, listFeatures } from './column.tsx';
import classes from './data-table.module.css';
import type { DataTableProps } from './data-table-props.ts';
import { ListCards } from './list-cards.tsx';
import { ListOutcome } from './list-outcome.tsx';
import type { BaseParams, Sort } from './list-params.ts';
import { RowActions } from './row-actions.tsx';
import { RowLink } from './row-link.tsx';
import { ariaSort, SortHeader } from './sort-header.tsx';

const SKELETON_ROWS = 8;

export function DataTable<Row extends { id: number }, Params extends BaseParams>(
  props: DataTableProps<Row, Params>,
) {
  const { columns, query, list, rowName, rowActions, rowTarget, selection, totals, rowHeight = 40 } = props;
  const isPhone = useMediaQuery(PHONE) ?? false;
  const navigate = useNavigate();
  const rows = query.data?.list ?? NONE;
  const table = useTable({
    features: listFeatures,
    columns,
    data: rows,
    getRowId: (row) => String(row.id),
  });

  const isFirstLoad = query.data === undefined && query.error === null;
  if (!isFirstLoad && (query.data === undefined || rows.length === 0)) {
    return <ListOutcome query={query} list={list} empty={props.empty} />;
  }
  if (isPhone) return <ListCards {...props} />;

  const onSort = (column: string, direction: Sort['direction']) =>
    list.change({ sort: { column, direction } } as Partial<Params>);
  const open = (row: Row) => (event: MouseEvent) => {
    const target = rowTarget?.(row);
    const isOnControl =
      event.target instanceof Element && event.target.closest('a, button, input, label, [role="menu"]');
    if (!target || isOnControl || window.getSelection()?.toString()) return;
    if ('onOpen' in target) target.onOpen();
    else void navigate(target.link);
  };
  const toggle = (id: number, isOn: boolean) => {
    const ids = new Set(selection?.ids);
    if (isOn) ids.add(id);
    else ids.delete(id);
    selection?.onChange(ids);
  };

  return (
    <div
      className={classes.frame}
      style={{ '--row-height': `${rowHeight}px`, '--table-max-height': props.maxHeight } as CSSProperties}
    >
      {query.isFetching ? <div className={classes.progress} aria-hidden /> : null}
      {/* A region that scrolls must be reachable from the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.scroller} aria-label={props.label} tabIndex={0}>
        <table className={classes.table} aria-busy={query.isFetching}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {selection ? (
                  <th scope="col" style={{ width: 36 }}>
                    <Checkbox
                      size="xs"
                      aria-label={UI_WORDS.selectAll}
                      checked={rows.length > 0 && rows.every(({ id }) => selection.ids.has(id))}
                      indeterminate={
                        rows.some(({ id }) => selection.ids.has(id)) &&
                        !rows.every(({ id }) => selection.ids.has(id))
                      }
                      onChange={(event) => {
                        selection.onChange(
                          event.currentTarget.checked ? new Set(rows.map(({ id }) => id)) : new Set(),
                        );
                      }}
                    />
                  </th>
                ) : null}
                {group.headers.map((header, index) => {
                  const meta = header.column.columnDef.meta;
                  return (
                    <th
                      key={header.id}
                      scope="col"
                      data-align={meta?.align}
                      className={index === 0 ? classes.firstCell : undefined}
                      aria-sort={ariaSort(meta?.sort, list.params.sort)}
                      style={
                        meta?.width === undefined ? undefined : { minWidth: meta.width, maxWidth: meta.width }
                      }
                    >
                      {meta?.sort === undefined ? (
                        meta?.label
                      ) : (
                        <SortHeader
                          label={meta.label}
                          column={meta.sort}
                          sort={list.params.sort}
                          onSort={onSort}
                        />
                      )}
                    </th>
                  );
                })}
                {rowActions ? (
                  <th scope="col" className={classes.actionsCell}>
                    <VisuallyHidden>{UI_WORDS.rowActions}</VisuallyHidden>
                  </th>
                ) : null}
              </tr>
            ))}
            {totals ? (
              <tr>
                {selection ? <td aria-hidden /> : null}
                {columns.map((column, index) => (
                  <td
                    key={column.id}
                    data-align={column.meta?.align}
                    className={index === 0 ? classes.firstCell : undefined}
                  >
                    {totals[column.id ?? '']}
                  </td>
                ))}
                {rowActions ? <td className={classes.actionsCell} aria-hidden /> : null}
              </tr>
            ) : null}
          </thead>
          <tbody className={query.isPlaceholderData ? classes.dimmed : undefined}>
            {isFirstLoad
              ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- the skeleton has no records
                  <SkeletonRow
                    key={index}
                    cells={columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0)}
                  />
                ))
              : table.getRowModel().rows.map((row) => (
                  <tr
                    key={row.id}
                    className={rowTarget ? classes.opens : undefined}
                    onClick={rowTarget ? open(row.original) : undefined}
                  >
                    {selection ? (
                      <td>
                        <Checkbox
                          size="xs"
                          aria-label={UI_WORDS.selectRow(rowName(row.original))}
                          checked={selection.ids.has(row.original.id)}
                          onChange={(event) => toggle(row.original.id, event.currentTarget.checked)}
                        />
                      </td>
                    ) : null}
                    {row.getAllCells().map((cell, index) => {
                      const meta = cell.column.columnDef.meta;
                      const content = cellOf(cell.column.columnDef, row.original);
                      return (
                        <td
                          key={cell.id}
                          data-align={meta?.align}
                          className={index === 0 ? classes.firstCell : undefined}
                          style={meta?.width === undefined ? undefined : { maxWidth: meta.width }}
                        >
                          {index === 0 && rowTarget ? (
                            <RowLink target={rowTarget(row.original)}>{content}</RowLink>
                          ) : (
                            content
                          )}
                        </td>
                      );
                    })}
                    {rowActions ? (
                      <td className={classes.actionsCell}>
                        <RowActions actions={rowActions(row.original)} rowName={rowName(row.original)} />
                      </td>
                    ) : null}
                  </tr>
                ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

const NONE: readonly never[] = [];

function SkeletonRow({ cells }: { cells: number }) {
  return (
    <tr>
      {Array.from({ length: cells }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the skeleton has no records
        <td key={index}>
          <Skeleton height={12} radius="sm" />
        </td>
      ))}
    </tr>
  );
}
