import { DECIMALS, type Sheet, type SheetColumn } from './sheet.ts';
import { STYLE, XML, xmlText } from './xlsx-parts.ts';

/** The start of a worksheet up to its header row, which stays visible while scrolling. */
export function worksheetStart(sheet: Sheet<never>): string {
  const widths = sheet.columns.map(({ header, width }, index) => {
    const characters = Math.max(width, header.length + 2);
    return `<col min="${index + 1}" max="${index + 1}" width="${characters}" customWidth="1"/>`;
  });
  const headers = sheet.columns.map(({ header }, index) =>
    textCell(`${columnLetters(index)}1`, header, STYLE.header),
  );
  return (
    `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    '</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>' +
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${headers.join('')}</row>`
  );
}

export const WORKSHEET_END = '</sheetData></worksheet>';

/** Serializes rows as XML; `first` is the number of the first row. */
export function worksheetRows<Row>(sheet: Sheet<Row>, rows: readonly Row[], first: number): string {
  return rows
    .map((row, index) => {
      const number = first + index;
      const cells = sheet.columns.map((column, at) => cell(column, row, `${columnLetters(at)}${number}`));
      return `<row r="${number}">${cells.join('')}</row>`;
    })
    .join('');
}

function cell<Row>(column: SheetColumn<Row>, row: Row, place: string): string {
  if (column.kind === 'text') return textCell(place, column.value(row), STYLE.text);
  if (column.kind === 'day') return dayCell(place, column.value(row));
  const value = column.value(row);
  if (value === null || value === undefined) return '';
  return numberCell(place, value / 10 ** DECIMALS[column.kind], STYLE[column.kind]);
}

function dayCell(place: string, day: string | null | undefined): string {
  return day === null || day === undefined ? '' : numberCell(place, daySerial(day), STYLE.day);
}

function numberCell(place: string, value: number, style: number): string {
  return `<c r="${place}" s="${style}"><v>${value}</v></c>`;
}

/** Excel's limit of characters per cell. */
const TEXT_MAX = 32_767;

function textCell(place: string, text: string | null | undefined, style: number): string {
  if (text === null || text === undefined || text === '') return '';
  const kept = xmlText(text.slice(0, TEXT_MAX));
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${kept}</t></is></c>`;
}

const DAY_MS = 86_400_000;
/**
 * Day zero of spreadsheet dates. It is correct for days from March 1900 on; before that, spreadsheets wrongly
 * count a 29 February 1900.
 */
const DAY_ZERO = Date.UTC(1899, 11, 30);

function daySerial(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - DAY_ZERO) / DAY_MS;
}

/** Converts a column index to letters: 0 is A, 26 is AA. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
