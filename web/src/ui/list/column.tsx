import { type ColumnDef, metaHelper, tableFeatures } from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** Where a column goes when a row is a card on a phone: its title, its key figures, or what unfolds. */
export type CardPlace = 'title' | 'figure' | 'rest' | 'hidden';

export type ColumnLook = {
  /** Column name of the API; the header becomes a button. */
  sort?: string;
  align?: 'start' | 'end' | 'center';
  /** Pixels. Long text is cut at it. */
  width?: number;
  card?: CardPlace;
  /** What it is called away from its neighbours, where the header alone would say too little. */
  name?: string;
};

type Meta = ColumnLook & { label: string; render: (row: never) => ReactNode };

export const listFeatures = tableFeatures({ columnMeta: metaHelper<Meta>() });

export type ListColumn<Row extends object> = ColumnDef<typeof listFeatures, Row>;

export type ColumnSpec<Row> = ColumnLook & {
  /** The header. */
  label: string;
  cell: (row: Row) => ReactNode;
};

/** One column. The kits of components/columns.tsx draw the usual kinds. */
export function listColumn<Row extends object>(
  id: string,
  { label, cell, ...look }: ColumnSpec<Row>,
): ListColumn<Row> {
  return { id, header: label, cell: ({ row }) => cell(row.original), meta: { ...look, label, render: cell } };
}

/**
 * What a cell shows, in a table and on a card. Drawn by a call and not as a component of the table's: columns that a
 * page makes anew would be new components each time, and their buttons would lose the focus.
 */
export function cellOf<Row extends object>(column: ListColumn<Row>, row: Row): ReactNode {
  return column.meta?.render(row as never);
}
