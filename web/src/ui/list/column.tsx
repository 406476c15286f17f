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

/**
 * A column of rows. Mere text of a column with a width is cut with an ellipsis, and whole in a tooltip. `cell` is
 * written as a method, so that columns of a row serve rows that have more.
 */
export type ListColumn<Row extends object> = ColumnLook & {
  readonly id: string;
  /** The header. */
  readonly label: string;
  cell(row: Row): ReactNode;
};
