import { IMPORT_ROWS_MAX } from '@spichlerz/shared/domain/contractor-import';
import { strFromU8, strToU8 } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import { countKnownHeaders, isHeaderRow } from './column-matching.ts';
import { decodeText, type Encoding } from './decode-text.ts';
import { findHeader, HEADER_WITHIN, type Header } from './header-rows.ts';
import { findUndecidable, type Lines, parseCsv } from './parse-csv.ts';
import { textParts, type WorkbookParts, workbookOf } from './workbook-parts.ts';

/** One row of the file; `line` is its number there, as a spreadsheet counts. */
export type TableRow = {
  readonly line: number;
  readonly cells: readonly string[];
  /** How many cells the header has, where the row has another number: nobody knows which cell is in which column. */
  readonly expectedCells?: number;
};
export type Table = {
  readonly headers: readonly string[];
  readonly rows: readonly TableRow[];
  /** The merged header above each column; absent without any. */
  readonly groups?: readonly string[];
  /** The row that stands for headers although none of ours is in it; absent when they are known. */
  readonly supposedHeader?: number;
};

/** Why a file is no table that can be imported. */
export type TableProblem =
  | 'EMPTY'
  | 'NO_ROWS'
  | 'TOO_MANY_ROWS'
  | 'TOO_MUCH_INSIDE'
  | 'OLD_EXCEL'
  | 'UNREADABLE';
/** What a person knows better of a file than what can be seen in it. */
export type ReadAs = { readonly encoding?: Encoding; readonly sheet?: string };
/** How a file was read, where it may be read in another way. */
export type FileReading = {
  readonly encoding?: Encoding | undefined;
  /** The sheet that was read, of a workbook that has several, and those that may be. */
  readonly sheet?: { readonly name: string; readonly names: readonly string[] };
};
export type TableOutcome =
  | (FileReading & { readonly table: Table; readonly problem?: undefined })
  | { readonly problem: TableProblem }
  | { readonly problem: 'OPEN_QUOTE'; readonly lines: Lines };

type SheetOutcome = { readonly table: Table } | { readonly problem: TableProblem };

const ZIP = [0x50, 0x4b];
/** The container of .xls files, and of .xlsx files with a password. */
const OLD_CONTAINER = [0xd0, 0xcf, 0x11, 0xe0];

/** Reads a file by what is in it; its name may say anything. */
export async function readTable(bytes: ArrayBuffer, as: ReadAs = {}): Promise<TableOutcome> {
  const start = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  if (startsWith(start, OLD_CONTAINER)) return { problem: 'OLD_EXCEL' };
  try {
    return startsWith(start, ZIP) ? await workbookTable(bytes, as) : csvTable(bytes, as);
  } catch {
    return { problem: 'UNREADABLE' };
  }
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

function csvTable(bytes: ArrayBuffer, as: ReadAs): TableOutcome {
  const { text, encoding } = decodeText(new Uint8Array(bytes), as.encoding);
  // a picture or a program named .csv
  if (text.includes('\u0000')) throw new Error('The file is no text');
  // Excel may write the separator in a line of its own
  const [line = '', separator] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const own = text.slice(line.length);
  const used = separator ?? guessSeparator(own);
  const rows = parseCsv(own, used);
  const cells = rows.map((row) => row.cells);
  const header = findHeader(cells.map(cleanRow), countKnownHeaders);
  const width = cells[header?.row ?? -1]?.length ?? 0;
  const undecidable = findUndecidable(rows, used, width);
  if (undecidable === undefined) {
    const outcome = tableOf(cells, width);
    return 'table' in outcome ? { ...outcome, encoding } : outcome;
  }
  // as an editor of text counts them, with the line of the separator
  const above = line === '' ? 0 : 1;
  return {
    problem: 'OPEN_QUOTE',
    lines: { from: undecidable.from + above, to: undecidable.to + above },
  };
}

/** The one that shows most of our fields, then most columns: titles and blank lines mislead a count of signs. */
function guessSeparator(text: string): string {
  const score = (separator: string) => {
    const start = parseCsv(text, separator, HEADER_WITHIN).map(({ cells }) => cells);
    const fields = start.map((row) => countKnownHeaders(row));
    return 1_000 * Math.max(0, ...fields) + Math.max(0, ...start.map((row) => row.length));
  };
  const [best = ';'] = [';', ',', '\t', '|'].toSorted((one, other) => score(other) - score(one));
  return best;
}

async function workbookTable(bytes: ArrayBuffer, as: ReadAs): Promise<TableOutcome> {
  const parts = textParts(bytes);
  if (parts === undefined) return { problem: 'TOO_MUCH_INSIDE' };
  const workbook = await readWorkbook(workbookOf(withErrorsAsText(parts)));
  const sheets = workbook.map(({ sheet, data }) => ({ name: sheet, ...sheetTable(data) }));
  const [best] = sheets.toSorted((one, other) => promise(other) - promise(one));
  const read = sheets.find(({ name }) => name === as.sheet) ?? best;
  if (read === undefined) return { problem: 'EMPTY' };
  if (!('table' in read)) return { problem: read.problem };
  const names = sheets.flatMap((sheet) => ('table' in sheet ? [sheet.name] : []));
  return { table: read.table, ...(sheets.length > 1 && { sheet: { name: read.name, names } }) };
}

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;

/**
 * The library leaves out what a formula did not find: a row that shows `#N/D!` is to be told faulty, not empty. Told to
 * be a text, it is read as it is shown.
 */
function withErrorsAsText(parts: WorkbookParts): WorkbookParts {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      SHEET.test(name) ? strToU8(errorsAsText(strFromU8(part))) : part,
    ]),
  );
}

const errorsAsText = (sheet: string) => sheet.replace(/(<(?:\w+:)?c\s[^>]*\bt=["'])e(?=["'])/g, '$1str');

function sheetTable(data: readonly (readonly unknown[])[]): SheetOutcome {
  return tableOf(data.map((row) => row.map(cellText)));
}

/** How likely a sheet is the one that is meant: workbooks often begin with a description. */
function promise(sheet: SheetOutcome): number {
  if ('table' in sheet) return sheet.table.supposedHeader === undefined ? 3 : 1;
  return sheet.problem === 'TOO_MANY_ROWS' ? 2 : 0;
}

/** What a person sees in the cell, but for the digits Excel hides. */
function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'tak' : 'nie';
  if (value instanceof Date) return value.toISOString().slice(0, 10).split('-').toReversed().join('/');
  return '';
}

function numberText(value: number): string {
  return Number.isInteger(value) ? value.toFixed(0) : String(value).replace('.', ',');
}

// Our own exports keep texts that begin like formulas from being taken for one by an apostrophe.
function typedText(cell: string): string {
  return cell
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
}

const cleanRow = (cells: readonly string[]): string[] => cells.map(typedText);

/** @param width how many cells a row must have; without it the place of a cell tells its column */
function tableOf(lines: readonly (readonly string[])[], width?: number): SheetOutcome {
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
  if (rows.length > IMPORT_ROWS_MAX) return { problem: 'TOO_MANY_ROWS' };
  const columns = width ?? Math.max(header.names.length, ...rows.map(({ cells }) => cells.length));
  return {
    table: {
      headers: shownHeaders(header, columns),
      rows,
      ...(header.groups.some((group) => group !== '') && { groups: header.groups }),
      ...(!isHeaderRow(header.names) && { supposedHeader: header.row + 1 }),
    },
  };
}

/** Every column has a name to choose it by, and no two have the same. */
function shownHeaders({ names, groups }: Header, width: number): string[] {
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

/** As a spreadsheet names columns: A, B, …, Z, AA. */
function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${columnLetters(Math.floor(column / 26) - 1)}${last}`;
}
