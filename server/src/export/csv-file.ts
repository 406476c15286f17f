import { Readable } from 'node:stream';
import { figureText, type Sheet, type SheetColumn } from './sheet.ts';

/*
 * A CSV that a Polish Excel opens by a double click: semicolons, decimal commas, UTF-8 with a byte order mark. Days are
 * YYYY-MM-DD, which Excel reads as a date in every language.
 */

const BYTE_ORDER_MARK = '\ufeff';

/** A spreadsheet takes a text that begins like this for a formula, and would run what somebody typed into a comment. */
const FORMULA = /^[=+\-@\t\r]/;

export function csvFile<Row>(sheet: Sheet<Row>, batches: AsyncIterable<readonly Row[]>): Readable {
  return Readable.from(lines(sheet, batches), { objectMode: false });
}

async function* lines<Row>(sheet: Sheet<Row>, batches: AsyncIterable<readonly Row[]>) {
  yield BYTE_ORDER_MARK + line(sheet.columns.map(({ header }) => quoted(header)));
  for await (const rows of batches) {
    yield rows.map((row) => line(sheet.columns.map((column) => cell(column, row)))).join('');
  }
}

function line(cells: readonly string[]): string {
  return `${cells.join(';')}\r\n`;
}

function cell<Row>(column: SheetColumn<Row>, row: Row): string {
  if (column.kind === 'text') return textCell(column.value(row) ?? '');
  if (column.kind === 'day') return column.value(row) ?? '';
  const value = column.value(row);
  return value === null || value === undefined ? '' : figureText(column.kind, value);
}

function textCell(text: string): string {
  return quoted(FORMULA.test(text) ? `'${text}` : text);
}

/** Quotes a text with a comma too: a program set to another language takes the comma for the separator. */
function quoted(text: string): string {
  return /[,;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
