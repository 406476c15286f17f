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
  /** Names the table for those who cannot see it. */
  label: string;
  columns: readonly ListColumn<Row>[];
  query: ListQuery<Row>;
  list: ListState<Params>;
  /** Names a row: its menu, its checkbox. */
  rowName: (row: Row) => string;
  rowActions?: (row: Row) => readonly RowAction[];
  /** Where a click on the row leads. The first column carries the link. */
  rowTarget?: (row: Row) => RowTarget;
  selection?: Selection;
  /** A row of totals under the header, by column id. */
  totals?: Readonly<Record<string, ReactNode>>;
  empty: ListEmpty;
  rowHeight?: number;
  /** Height at which a table under other content starts to scroll inside itself. A ListPage needs none. */
  maxHeight?: string;
};
