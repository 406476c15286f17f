import type { ReactNode } from 'react';

/** The place of a column in a phone's card: title, key figures or the expandable rest. */
export type CardSlot = 'title' | 'figure' | 'rest' | 'hidden';

export type ColumnOptions = {
  /** The sort key of the API; the header becomes a button. */
  sort?: string;
  align?: 'start' | 'end' | 'center';
  /** Pixels. Longer text is cut off. */
  width?: number;
  card?: CardSlot;
  /** The name of the column where the header alone is unclear, such as in menus. */
  name?: string;
};

/**
 * A list column. Plain text in a column with a width is truncated with an ellipsis and shown in full in a
 * tooltip. `cell` is a method, so that columns also accept rows with more fields.
 */
export type ListColumn<Row extends object> = ColumnOptions & {
  readonly id: string;
  /** The header. */
  readonly label: string;
  cell(row: Row): ReactNode;
};
