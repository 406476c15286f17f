import { NBSP, orEmpty } from '@spichlerz/shared/words/figures';
import type { Content, TableCell } from 'pdfmake';
import type { Company } from './company.ts';

/*
 * Building blocks of printouts. Table lines and margins are in print-thread.mjs, under the names of the
 * layouts.
 */

const MUTED = '#5c665f';
const ACCENT = '#2f6b3c';
const ALARM = '#b3261e';
const TEXT_SIZE = 9.5;
/** The font size of notes, and of tables with many columns. */
export const SMALL_SIZE = 8.5;

/*
 * Widths are in points, and every width is set explicitly. With automatic widths, pdfmake makes a column as
 * wide as its longest word and pushes the other columns off the page; in a column with a set width it breaks
 * a long word.
 */

/** The width of A4 between the margins. */
const PAGE = 515;

/** The company and the date of the printout (DD/MM/YYYY). */
export type Letterhead = { readonly company: Company; readonly day: string };

type Title = {
  readonly kind: string;
  readonly number: string;
  /** A warning that the printout is not valid, such as ANULOWANY. */
  readonly mark?: string | null;
};

/** Lays out the head of a printout: the company on the left, the kind and number on the right. */
export function letterhead({ company, day }: Letterhead, { kind, number, mark = null }: Title): Content[] {
  return [
    {
      columns: [
        {
          width: PAGE / 2 - 12,
          stack: [
            { text: company.name, bold: true, fontSize: 11 },
            { text: company.address, color: MUTED },
            { text: `NIP ${company.nip}`, color: MUTED },
            ...(contactLine(company) === '' ? [] : [{ text: contactLine(company), color: MUTED }]),
          ],
        },
        {
          width: PAGE / 2 - 12,
          alignment: 'right',
          stack: [
            { text: kind, bold: true, fontSize: 14, color: ACCENT },
            { text: number, bold: true, fontSize: 11 },
            ...(mark === null ? [] : [{ text: mark, bold: true, fontSize: 14, color: ALARM }]),
            { text: `Data wydruku: ${day}`, color: MUTED },
          ],
        },
      ],
      columnGap: 24,
    },
    {
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: PAGE, y2: 0, lineWidth: 1, lineColor: ACCENT }],
      margin: [0, 10, 0, 14],
    },
  ];
}

/** Formats a phone number with non-breaking spaces. */
export const formatPhone = (number: string): string => `tel. ${number}`.replaceAll(' ', NBSP);

function contactLine({ phone, email }: Company): string {
  return [phone === undefined ? '' : formatPhone(phone), email ?? '']
    .filter((part) => part !== '')
    .join(', ');
}

export type Panel = {
  readonly title: string;
  /** The most prominent line. */
  readonly name: string;
  readonly lines: readonly string[];
};

/** The width of a panel: two panels with their margins and lines fill the page. */
const PANEL = PAGE / 2 - 21;

/** Lays out two parties or two addresses side by side. */
export function panels(left: Panel, right: Panel): Content {
  return {
    table: { widths: [PANEL, PANEL], body: [[panel(left), panel(right)]] },
    layout: 'panels',
    margin: [0, 0, 0, 8],
  };
}

function panel({ title, name, lines }: Panel): TableCell {
  return {
    stack: [
      { text: title, fontSize: SMALL_SIZE, color: MUTED, margin: [0, 0, 0, 2] },
      { text: orEmpty(name), bold: true, fontSize: 10.5 },
      ...lines.map((text) => ({ text })),
    ],
  };
}

export function section(title: string): Content {
  return { text: title, bold: true, fontSize: 11, margin: [0, 4, 0, 4] };
}

/** A name and its value, in one or more lines. */
export type Fact = readonly [string, string | readonly string[]];

const FACT_NAME = 130;

export function facts(rows: readonly Fact[]): Content {
  return {
    table: {
      widths: [FACT_NAME, PAGE - FACT_NAME - 8],
      body: rows.map(([name, value]) => [{ text: name, color: MUTED }, factValue(value)]),
    },
    layout: 'facts',
    margin: [0, 0, 0, 8],
  };
}

function factValue(value: string | readonly string[]): TableCell {
  const lines = typeof value === 'string' ? [value] : value;
  return lines.length === 1 ? { text: orEmpty(lines[0]) } : { stack: lines.map((text) => ({ text })) };
}

export type TableColumn<Row> = {
  readonly header: string;
  /** The width in points, or `*` for the remaining width. */
  readonly width: number | '*';
  /** Aligns the column to the right. */
  readonly isFigure?: true;
  readonly cell: (row: Row, index: number) => string;
  /** The text below the column. */
  readonly total?: string;
};

/** The padding above and below a cell in the table layouts of print-thread.mjs. */
const ROW_PADDING = 4;

type TableOptions<Row> = {
  readonly fontSize?: number;
  /** A text below a row across all columns, or null. */
  readonly note?: (row: Row) => string | null;
};

/** Lays out rows under a header that repeats on every page, with totals at the end. */
export function table<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  { fontSize = TEXT_SIZE, note = () => null }: TableOptions<Row> = {},
): Content {
  const alignment = ({ isFigure }: TableColumn<Row>) => (isFigure ? ('right' as const) : ('left' as const));
  const taken = columns.reduce((sum, { width }) => sum + (width === '*' ? 0 : width), 0);
  const left = PAGE - taken - 8 * (columns.length - 1);
  const widthOf = ({ width }: TableColumn<Row>) => (width === '*' ? left : width);
  const isShort = (row: Row, index: number) => {
    const cells = columns.map((column) => mostLines(column.cell(row, index), widthOf(column), fontSize));
    return Math.max(...cells) + mostLines(note(row) ?? '', PAGE, fontSize) <= WHOLE_LINES;
  };
  const acrossColumns = (cell: TableCell): TableCell[] => [
    { ...(cell as object), colSpan: columns.length } as TableCell,
    ...columns.slice(1).map(() => ''),
  ];
  /**
   * Puts a row and its note into one cell, because pdfmake breaks pages between rows, but not within a short
   * row.
   */
  const inOneCell = (body: TableCell[][]): TableCell[] =>
    acrossColumns({
      table: { widths: columns.map(widthOf), body },
      layout: 'rowWithNote',
      margin: [0, -ROW_PADDING, 0, -ROW_PADDING],
    });
  const rowsOf = (row: Row, index: number): TableCell[][] => {
    const cells = columns.map((column) => ({
      text: column.cell(row, index),
      alignment: alignment(column),
    }));
    const text = note(row);
    if (text === null) return [cells];
    return [inOneCell([cells, acrossColumns({ text })])];
  };
  const hasTotals = columns.some(({ total }) => total !== undefined);
  const totals = columns.map((column) => ({
    text: column.total ?? '',
    bold: true,
    alignment: alignment(column),
  }));
  return {
    fontSize,
    table: {
      headerRows: 1,
      // Rows stay on one page only if every row is short, because pdfmake would omit a row that is longer than
      // a page.
      dontBreakRows: rows.every(isShort),
      widths: columns.map(widthOf),
      body: [
        columns.map((column) => ({ text: column.header, color: MUTED, alignment: alignment(column) })),
        ...rows.flatMap(rowsOf),
        ...(hasTotals ? [totals] : []),
      ],
    },
    layout: 'rows',
    margin: [0, 0, 0, 12],
  };
}

/** Half the lines of a page, because line breaks at words may leave up to half of each line empty. */
const WHOLE_LINES = 25;

/** The lines of a text if every letter were as wide as the widest one and every line were full. */
function mostLines(text: string, width: number, fontSize: number): number {
  const paragraphs = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
  return paragraphs.reduce((sum, { length }) => sum + Math.max(1, Math.ceil((length * fontSize) / width)), 0);
}

/** Lays out the signature lines, which stay on one page. */
export function signatures(left: string, right: string): Content {
  return {
    unbreakable: true,
    columns: [signature(left), { text: '', width: PAGE - 400 }, signature(right)],
    margin: [0, 48, 0, 0],
  };
}

function signature(who: string): Content & { width: number } {
  return {
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 200, y2: 0, lineWidth: 0.5, lineColor: MUTED }] },
      { text: who, alignment: 'center', fontSize: SMALL_SIZE, color: MUTED, margin: [0, 4, 0, 0] },
    ],
    width: 200,
  };
}
