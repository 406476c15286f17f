import { createContext, useContext, useState } from 'react';
import type { DataTableProps } from './data-table-props.ts';
import type { BaseParams } from './list-params.ts';
import { groupRows } from './row-groups.ts';

/** The fields of a row that the user has changed in the list. */
type Changed = Readonly<Record<string, unknown>>;
type KeepRow = (id: number, changed: Changed) => void;

const KeepRowContext = createContext<KeepRow>(() => {});
export const KeepRowProvider = KeepRowContext.Provider;

/**
 * Keeps a changed row in its place although it may no longer match the filters, so that the user sees the result and
 * can change it again. Has no effect outside a list.
 */
export const useKeepRow = (): KeepRow => useContext(KeepRowContext);

type KeptRow<Row> = { readonly row: Row; readonly index: number };

/**
 * Adds the changed rows that no longer match the filters to the query result. They stay until the user
 * refreshes the list or opens another page, order or filter. The rows are in the order of the screen, where a
 * group is together.
 */
export function useKeptRows<Row extends { id: number }, Params extends BaseParams>({
  query,
  list: { params, rereadCount },
  groups,
}: Pick<DataTableProps<Row, Params>, 'query' | 'list' | 'groups'>) {
  const [kept, setKept] = useState<{ params: Params; rereadCount: number; rows: readonly KeptRow<Row>[] }>();
  const isCurrent = kept?.params === params && kept.rereadCount === rereadCount;
  const keptRows = isCurrent ? kept.rows : [];
  const rows = query.data?.list ?? [];
  const gone = query.isPlaceholderData
    ? []
    : keptRows.filter((one) => rows.every(({ id }) => id !== one.row.id));
  const together = [...rows];
  for (const { row, index } of gone) together.splice(index, 0, row);
  const shown = groupRows(together, groups).flatMap((group) => group.rows);

  const keep: KeepRow = (id, changed) => {
    const index = shown.findIndex((row) => row.id === id);
    const row = shown[index];
    if (row === undefined) return;
    const others = keptRows.filter((one) => one.row.id !== id);
    const next = [...others, { row: { ...row, ...changed }, index }].sort((a, b) => a.index - b.index);
    setKept({ params, rereadCount, rows: next });
  };
  return {
    query: query.data ? { ...query, data: { ...query.data, list: shown } } : query,
    keep,
    goneIds: new Set(gone.map(({ row }) => row.id)),
  };
}
