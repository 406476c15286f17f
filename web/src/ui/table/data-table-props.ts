import type { ReactNode } from 'react';
import type { ListEmpty, ListQuery } from './list-outcome.tsx';
import type { BaseParams, ListState } from './list-params.ts';
import type { RowAction } from './row-actions.tsx';
import type { RowTarget } from './row-link.tsx';

/** The place of a column in a phone's card: title, key figures or the expandable rest. */
export type CardSlot = 'title' | 'figure' | 'rest' | 'hidden';

export type ColumnOptions = {
  /** The sort key of the API; the header becomes a button. */
  sort?: string;
  align?: 'start' | 'end' | 'center';
  /** Pixels. Longer text is cut off. */
  width?: number;
  card?: CardSlot;
  /** Hidden until the user shows it. */
  isOptional?: boolean;
  /** The name of the column in menus and other places where the header alone is unclear. */
  name?: string;
  /** The second column also stays at the start of the table while it scrolls sideways. */
  stays?: boolean;
  /** The last column stays at the end of the table while it scrolls sideways. Such a column needs a width. */
  staysAtEnd?: boolean;
};

/**
 * A list column. Plain text in a column with a width is truncated with an ellipsis and shown in full in a
 * tooltip. `cell` is a method, so that columns also accept rows with more fields.
 */
export type ListColumn<Row extends object> = ColumnOptions & {
  readonly id: string;
  readonly label: string;
  cell(row: Row): ReactNode;
  /** The columns that a joined column shows one below the other; cards show each column separately. */
  readonly lines?: readonly ListColumn<Row>[];
  /** Text between the headers of the two lines. */
  readonly separator?: string;
};

export type Selection = { ids: ReadonlySet<number>; onChange: (ids: ReadonlySet<number>) => void };

/** Groups rows below headings. */
export type RowGroups<Row> = {
  readonly keyOf: (row: Row) => string;
  readonly heading: (key: string) => ReactNode;
};

/** The rows below one heading. */
export type Group<Row> = { readonly key: string; readonly rows: readonly Row[] };

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
  groups?: RowGroups<Row> | undefined;
  empty: ListEmpty;
  rowHeight?: number;
  /** The height at which an embedded table starts to scroll. A ListPage does not need it. */
  maxHeight?: string;
};

/** The props of a table whose query also contains the kept rows (useKeptRows), in the order of the screen. */
export type ShownRowsProps<Row extends { id: number }, Params extends BaseParams> = DataTableProps<
  Row,
  Params
> & {
  readonly grouped: readonly Group<Row>[];
  /** The ids of the rows that no longer match the filters. */
  readonly goneIds: ReadonlySet<number>;
};
