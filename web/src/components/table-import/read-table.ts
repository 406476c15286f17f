import readWorkbook from 'read-excel-file/universal';
import { decodeText, type Encoding } from './decode-text.ts';
import { findHeader, HEADER_ROWS_MAX, type Header } from './header-rows.ts';
import { findAmbiguousRow, type LineRange, parseCsv } from './parse-csv.ts';
import { withReadableCells } from './workbook-cells.ts';
import { areSheetsHidden, textParts, workbookOf } from './workbook-parts.ts';

/** The limits and known headers of one kind of table. */
export type TableKind = {
  readonly rowsMax: number;
  /** The number of known columns in a header. */
  readonly countKnownHeaders: (names: readonly string[], groups?: readonly string[]) => number;
  /** Whether a row is certainly a header. */
  readonly isHeaderRow: (names: readonly string[]) => boolean;
  /** Whether a row whose number of cells differs from the header is certainly a separate row. */
  readonly isDataRow: (cells: readonly string[]) => boolean;
};

/** One row of the file; `line` is the number of the row in a spreadsheet. */
export type TableRow = {
  readonly line: number;
  readonly cells: readonly string[];
  /**
   * The number of cells in the header. Set only if the row has a different number, so that the columns of its
   * cells are unknown.
   */
  readonly expectedCells?: number;
};
export type Table = {
  readonly headers: readonly string[];
  readonly rows: readonly TableRow[];
  /** The merged group above each column; undefined if the table has no groups. */
  readonly groups?: readonly string[];
  /**
   * The row that is used as the header although it contains no known header. Undefined if the header is known.
   */
  readonly assumedHeaderRow?: number;
};

/** Why a file has no table to import. */
export type TableProblem =
  | 'EMPTY'
  | 'NO_ROWS'
  | 'TOO_MANY_ROWS'
  | 'TOO_MUCH_INSIDE'
  | 'OLD_EXCEL'
  | 'UNREADABLE';
/** Options that the user selects when the encoding or the sheet was guessed wrongly. */
export type FileReadOptions = { readonly encoding?: Encoding; readonly sheet?: string };
/** The options with which a file was read. An option that the user cannot change is absent. */
export type FileReading = {
  readonly encoding?: Encoding | undefined;
  /** The sheet that was read, and all sheets of a workbook with several. The last ones are the hidden sheets. */
  readonly sheet?: {
    readonly name: string;
    readonly names: readonly string[];
    readonly hidden: readonly string[];
  };
};
export type TableOutcome =
  | (FileReading & { readonly table: Table; readonly problem?: undefined })
  | { readonly problem: TableProblem }
  | { readonly problem: 'OPEN_QUOTE'; readonly lines: LineRange };

type SheetOutcome = { readonly table: Table } | { readonly problem: TableProblem };

const ZIP_SIGNATURE = [0x50, 0x4b];
/** The signature of .xls files and of .xlsx files with a password. */
const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];

/** Reads a file by its content; the file name does not matter. */
export async function readTable(
  bytes: ArrayBuffer,
  kind: TableKind,
  as: FileReadOptions = {},
): Promise<TableOutcome> {
  const start = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  if (startsWith(start, OLE_SIGNATURE)) return { problem: 'OLD_EXCEL' };
  try {
    return startsWith(start, ZIP_SIGNATURE)
      ? await workbookTable(bytes, kind, as)
      : csvTable(bytes, kind, as);
  } catch {
    return { problem: 'UNREADABLE' };
  }
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

function csvTable(bytes: ArrayBuffer, kind: TableKind, as: FileReadOptions): TableOutcome {
  const { text, encoding } = decodeText(new Uint8Array(bytes), as.encoding);
  // a text file contains no null character, but a binary file that is named .csv does
  if (text.includes('\u0000')) throw new Error('The file is no text');
  // Excel may write the separator in a separate first line.
  const [line = '', separator] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const own = text.slice(line.length);
  const used = separator ?? guessSeparator(own, kind);
  const rows = parseCsv(own, used);
  const cells = rows.map((row) => row.cells);
  const header = findHeader(cells.map(cleanRow), kind.countKnownHeaders);
  const width = cells[header?.row ?? -1]?.length ?? 0;
  const undecidable = findAmbiguousRow(rows, used, width, kind.isDataRow);
  if (undecidable === undefined) {
    const outcome = tableOf(cells, kind, width);
    return 'table' in outcome ? { ...outcome, encoding } : outcome;
  }
  // lines are counted as in a text editor, including the line of the separator
  const above = line === '' ? 0 : 1;
  return {
    problem: 'OPEN_QUOTE',
    lines: { from: undecidable.from + above, to: undecidable.to + above },
  };
}

/**
 * Returns the separator that gives the most known fields, and of equally good separators the one with the most
 * columns. Titles and empty lines would falsify a count of the separator characters.
 */
function guessSeparator(text: string, { countKnownHeaders }: TableKind): string {
  const score = (separator: string) => {
    const start = parseCsv(text, separator, HEADER_ROWS_MAX).map(({ cells }) => cells);
    const fields = start.map((row) => countKnownHeaders(row));
    return 1_000 * Math.max(0, ...fields) + Math.max(0, ...start.map((row) => row.length));
  };
  const [best = ';'] = [';', ',', '\t', '|'].toSorted((one, other) => score(other) - score(one));
  return best;
}

async function workbookTable(
  bytes: ArrayBuffer,
  kind: TableKind,
  as: FileReadOptions,
): Promise<TableOutcome> {
  const parts = textParts(bytes);
  if (parts === undefined) return { problem: 'TOO_MUCH_INSIDE' };
  const workbook = await readWorkbook(workbookOf(withReadableCells(parts)));
  const areHidden = areSheetsHidden(parts);
  const all = workbook.map(({ sheet, data }, index) => ({
    name: sheet,
    isHidden: areHidden[index] === true,
    ...sheetTable(data, kind),
  }));
  const visible = all.filter(({ isHidden }) => !isHidden);
  const hidden = all.filter(({ isHidden }) => isHidden);
  const sheets = [...visible, ...hidden];
  // a hidden sheet is read only if the user selects it, because its rows are not what the spreadsheet shows
  const [best] = visible.toSorted((one, other) => sheetScore(other) - sheetScore(one));
  const read = sheets.find(({ name }) => name === as.sheet) ?? best;
  if (read === undefined) return { problem: 'EMPTY' };
  if (!('table' in read)) return { problem: read.problem };
  const namesOf = (some: typeof sheets) => some.flatMap((one) => ('table' in one ? [one.name] : []));
  const sheet = { name: read.name, names: namesOf(sheets), hidden: namesOf(hidden) };
  return { table: read.table, ...(sheets.length > 1 && { sheet }) };
}

function sheetTable(data: readonly (readonly unknown[])[], kind: TableKind): SheetOutcome {
  return tableOf(
    data.map((row) => row.map(cellText)),
    kind,
  );
}

/** Ranks a sheet by how likely it contains the table: workbooks often start with a description. */
function sheetScore(sheet: SheetOutcome): number {
  if ('table' in sheet) return sheet.table.assumedHeaderRow === undefined ? 3 : 1;
  return sheet.problem === 'TOO_MANY_ROWS' ? 2 : 0;
}

/** The text of a cell as shown, but with the digits that Excel hides. */
function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'tak' : 'nie';
  if (value instanceof Date) return momentText(value);
  return '';
}

/** A spreadsheet stores a time without a day as a part of its day 0, which is in 1899 or 1904. */
const FIRST_YEAR = 1905;

/** `05/11/2026`, followed by the time unless it is midnight. A time without a day is formatted alone. */
function momentText(moment: Date): string {
  // rounded to seconds, because a spreadsheet stores a time as an inexact fraction of a day
  const exact = new Date(Math.round(moment.getTime() / 1_000) * 1_000);
  const [day = '', clock = ''] = exact.toISOString().split('T');
  const time = clock.startsWith('00:00:00') ? '' : clock.slice(0, clock.startsWith('00', 6) ? 5 : 8);
  if (exact.getUTCFullYear() < FIRST_YEAR) return time === '' ? '00:00' : time;
  return `${day.split('-').toReversed().join('/')}${time === '' ? '' : ` ${time}`}`;
}

function numberText(value: number): string {
  return Number.isInteger(value) ? value.toFixed(0) : String(value).replace('.', ',');
}

// Removes the apostrophe that the exports of this application put before text that starts like a formula.
function cleanText(cell: string): string {
  return cell
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
}

const cleanRow = (cells: readonly string[]): string[] => cells.map(cleanText);

/** @param width the number of cells that a row must have. Without it, a row may have any number of cells. */
function tableOf(
  lines: readonly (readonly string[])[],
  { rowsMax, countKnownHeaders, isHeaderRow }: TableKind,
  width?: number,
): SheetOutcome {
  const clean = lines.map(cleanRow);
  const header = findHeader(clean, countKnownHeaders);
  if (header === undefined) return { problem: 'EMPTY' };
  const rows = clean
    .map((cells, index) => ({ line: index + 1, cells }))
    .slice(header.row + 1)
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map((row) =>
      width === undefined || row.cells.length === width ? row : { ...row, expectedCells: width },
    );
  if (rows.length === 0) return { problem: 'NO_ROWS' };
  if (rows.length > rowsMax) return { problem: 'TOO_MANY_ROWS' };
  const columns = width ?? Math.max(header.names.length, ...rows.map(({ cells }) => cells.length));
  return {
    table: {
      headers: headerLabels(header, columns),
      rows,
      ...(header.groups.some((group) => group !== '') && { groups: header.groups }),
      ...(!isHeaderRow(header.names) && { assumedHeaderRow: header.row + 1 }),
    },
  };
}

/** Gives every column a unique name. */
function headerLabels({ names, groups }: Header, width: number): string[] {
  const used = new Map<string, number>();
  return Array.from({ length: width }, (_, column) => {
    const name = names[column] || `Kolumna ${columnLetters(column)}`;
    const group = groups[column] ?? '';
    const isRepeated = names.filter((other) => other === names[column]).length > 1;
    const shown = group !== '' && isRepeated ? `${group}: ${name}` : name;
    const times = (used.get(shown) ?? 0) + 1;
    used.set(shown, times);
    return times === 1 ? shown : `${shown} (${times})`;
  });
}

/** Column names as in a spreadsheet: A, B, …, Z, AA. */
function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${columnLetters(Math.floor(column / 26) - 1)}${last}`;
}
