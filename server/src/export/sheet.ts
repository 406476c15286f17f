/** A column of an exported file. Each file format writes the values by their kind. */
export type SheetColumn<Row> = {
  readonly header: string;
  /** Column width in a workbook, in characters. */
  readonly width: number;
} & (
  | { readonly kind: 'text'; readonly value: (row: Row) => string | null | undefined }
  /**
   * The stored values: `tonnes` in kilograms, `money` in minor units, `decimal` in thousandths, `whole` as
   * displayed.
   */
  | { readonly kind: NumberKind; readonly value: (row: Row) => number | null | undefined }
  /** A calendar day, `YYYY-MM-DD`. */
  | { readonly kind: 'day'; readonly value: (row: Row) => string | null | undefined }
);

export type NumberKind = 'whole' | 'tonnes' | 'money' | 'decimal';

/** Decimals of the displayed unit: 1 t is 10³ kilograms, 1 zł is 10² minor units. */
export const DECIMALS: Readonly<Record<NumberKind, number>> = { whole: 0, tonnes: 3, money: 2, decimal: 3 };

/** Formats a stored number in the displayed unit, in Polish notation: 24640 kilograms are `24,640`. */
export function figureText(kind: NumberKind, value: number): string {
  const decimals = DECIMALS[kind];
  return (value / 10 ** decimals).toFixed(decimals).replace('.', ',');
}

/** A list as a file: its Polish title, which is also the file name, and its columns. */
export type Sheet<Row> = {
  readonly title: string;
  readonly columns: readonly SheetColumn<Row>[];
};

type Missing = null | undefined;

/** Builders of the column kinds for one row type, like `columnsOf` in web. */
export function sheetColumnsOf<Row>() {
  return {
    text: (header: string, value: (row: Row) => string | Missing, width = 18): SheetColumn<Row> => ({
      kind: 'text',
      header,
      width,
      value,
    }),
    /** A count or the number of a record. */
    whole: (header: string, value: (row: Row) => number | Missing): SheetColumn<Row> => ({
      kind: 'whole',
      header,
      width: 10,
      value,
    }),
    /** A reading or a percentage, in thousandths. */
    decimal: (header: string, value: (row: Row) => number | Missing): SheetColumn<Row> => ({
      kind: 'decimal',
      header,
      width: 16,
      value,
    }),
    /** Kilograms, shown as tonnes. */
    tonnes: (header: string, value: (row: Row) => number | Missing): SheetColumn<Row> => ({
      kind: 'tonnes',
      header: `${header} (t)`,
      width: 16,
      value,
    }),
    /** Minor units per tonne; the currency has its own column. */
    price: (header: string, value: (row: Row) => number | Missing): SheetColumn<Row> => ({
      kind: 'money',
      header: `${header} (za t)`,
      width: 16,
      value,
    }),
    /** Minor units. */
    money: (header: string, value: (row: Row) => number | Missing): SheetColumn<Row> => ({
      kind: 'money',
      header,
      width: 16,
      value,
    }),
    day: (header: string, value: (row: Row) => string | Missing): SheetColumn<Row> => ({
      kind: 'day',
      header,
      width: 13,
      value,
    }),
    yesNo: (header: string, value: (row: Row) => boolean): SheetColumn<Row> => ({
      kind: 'text',
      header,
      width: 8,
      value: (row) => (value(row) ? 'Tak' : 'Nie'),
    }),
  };
}
