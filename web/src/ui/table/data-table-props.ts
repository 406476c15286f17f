import type { ReactNode } from 'react';
import type { ListColumn } from './column.tsx';
import type { ListEmpty } from './list-outcome.tsx';
import type { BaseParams } from './list-params.ts';
import type { ListQuery } from './list-query.ts';
import type { RowAction } from './row-actions.tsx';
import type { RowTarget } from './row-link.tsx';
import type { ListState } from './use-list-params.ts';

export type Selection = { ids: ReadonlySet<number>; onChange: (ids: ReadonlySet<number>) => void };

export type DataTableProps<Row extends { id: number }, Params extends BaseParams> = {
  /** The table's accessible name. */
  label: string;
  columns: readonly ListColumn<Row>[];
  query: ListQuery<Row>;
  list: ListState<Params>;
  /** The name of a row in the labels of its menu and checkbox. */
  rowName: (row: Row) => string;
  rowActions?: (row: Row) => readonly RowAction[];
  /** The target of a click on the row. The first column contains the link. */
  rowTarget?: (row: Row) => RowTarget;
  selection?: Selection;
  /** A row of totals below the header, by column id. */
  totals?: Readonly<Record<string, ReactNode>>;
  empty: ListEmpty;
  rowHeight?: number;
  /** The height at which an embedded table starts to scroll. A ListPage does not need it. */
  maxHeight?: string;
};
