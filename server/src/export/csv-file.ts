import { Readable } from 'node:stream';
import { figureText, type Sheet, type SheetColumn } from './sheet.ts';

/*
 * The CSV opens in a Polish Excel by double click: semicolons, decimal commas, UTF-8 with a byte order mark.
 * Days are YYYY-MM-DD, which Excel reads as a date in every language.
 */

const BYTE_ORDER_MARK = '\ufeff';

/** A spreadsheet would run a text that begins with one of these characters as a formula (CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

export function csvFile<Row>(sheet: Sheet<Row>, batches: AsyncIterable<readonly Row[]>): Readable {
  return Readable.from(lines(sheet, batches), { objectMode: false });
}

async function* lines<Row>(sheet: Sheet<Row>, batches: AsyncIterable<readonly Row[]>) {
  yield BYTE_ORDER_MARK + line(sheet.columns.map(({ header }) => textCell(header)));
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

/** Also quotes a text with a comma, because a program with another locale uses the comma as the separator. */
function quoted(text: string): string {
  return /[,;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
