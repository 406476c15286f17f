import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import type { DataTableProps } from './data-table-props.ts';
import type { BaseParams } from './list-params.ts';
import { groupRows } from './row-groups.ts';

/** The fields of a row that the user has changed in the list. */
type Changed = Readonly<Record<string, unknown>>;
/** Reads the record of a row again. */
type RecordSource = {
  /** The first part of the query key: a live change of this topic refetches the record. */
  readonly topic: string;
  /** Returns null for a deleted record. */
  readonly read: (id: number, signal: AbortSignal) => Promise<object | null>;
};
type KeepRow = (id: number, changed: Changed, source: RecordSource) => void;

const KeepRowContext = createContext<KeepRow>(() => {});
export const KeepRowProvider = KeepRowContext.Provider;

/**
 * Keeps a changed row in its place although it may no longer match the filters, so that the user sees the result and
 * can change it again. Has no effect outside a list.
 */
export const useKeepRow = (): KeepRow => useContext(KeepRowContext);

type Kept<Row> = {
  /**
   * The state of the list for which the rows are kept. A refresh or another path has a new state object, for
   * which no rows are kept.
   */
  readonly list: unknown;
  readonly source: RecordSource;
  /** The changed rows, each with the ids of the rows before it. */
  readonly rows: readonly { readonly row: Row; readonly before: readonly number[] }[];
};

/**
 * Adds the changed rows that no longer match the filters to the query result, and reads their records, which
 * the list no longer returns. The rows stay until the user refreshes the list or changes the page, the order or
 * a filter. The result is in the order of the screen, in which the rows of a group are together.
 */
export function useKeptRows<Row extends { id: number }, Params extends BaseParams>({
  query,
  list,
  groups,
}: Pick<DataTableProps<Row, Params>, 'query' | 'list' | 'groups'>) {
  const [kept, setKept] = useState<Kept<Row>>();
  const keptRows = kept?.list === list ? kept.rows : [];
  const rows = query.data?.list ?? [];
  const left = query.isPlaceholderData
    ? []
    : keptRows.filter((one) => rows.every(({ id }) => id !== one.row.id));
  const { data: records } = useQuery({
    // the key contains the changed rows, so that a further change of a row reads its record again
    queryKey: [kept?.source.topic, 'kept', left],
    queryFn: ({ signal }) => Promise.all(left.map(async ({ row }) => kept?.source.read(row.id, signal))),
    enabled: left.length > 0,
  });
  const gone = left.flatMap(({ row, before }, place) => {
    const record = records?.[place];
    return record === null ? [] : [{ row: { ...row, ...record }, before }];
  });
  const together = [...rows];
  for (const { row, before } of gone)
    together.splice(together.findLastIndex(({ id }) => before.includes(id)) + 1, 0, row);
  const grouped = groupRows(together, groups);
  const shown = grouped.flatMap((group) => group.rows);

  const keep: KeepRow = (id, changed, source) =>
    setKept({
      list,
      source,
      rows: shown.flatMap((row, index) => {
        const before = shown.slice(0, index).map((one) => one.id);
        if (row.id === id) return [{ row: { ...row, ...changed }, before }];
        return keptRows.some((one) => one.row.id === row.id) ? [{ row, before }] : [];
      }),
    });
  return {
    query: query.data ? { ...query, data: { ...query.data, list: shown } } : query,
    grouped,
    keep,
    goneIds: new Set(gone.map(({ row }) => row.id)),
  };
}
