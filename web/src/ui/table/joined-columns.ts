import type { ColumnOptions, ListColumn } from './data-table-props.ts';

type JoinOptions = Pick<ColumnOptions, 'width' | 'align' | 'stays' | 'isOptional'> & {
  /** The key of stored column settings, by default the key of the first column. */
  id?: string;
  separator?: string;
};

/** A column with two lines; each line can be sorted separately. */
export function joinColumns<Row extends object>(
  first: ListColumn<Row>,
  second: ListColumn<Row>,
  { id = first.id, separator = ' /', ...options }: JoinOptions = {},
): ListColumn<Row> {
  const lines = [first, second];
  return {
    id,
    label: lines.map(({ name, label }) => name ?? label).join(`${separator} `),
    ...(first.align !== undefined && { align: first.align }),
    ...(first.width !== undefined && { width: first.width }),
    ...options,
    lines,
    separator: `${separator} `,
    cell: (row) => first.cell(row),
  };
}

/** Replaces joined columns by the two columns they consist of. */
export function singleColumns<Row extends object>(
  columns: readonly ListColumn<Row>[],
): readonly ListColumn<Row>[] {
  return columns.flatMap((column) => column.lines ?? column);
}
