const QUOTE = '"';

/** Lines of the text that one row spans, counted from 1. */
export type LineRange = { readonly from: number; readonly to: number };
export type CsvRow = LineRange & { readonly cells: readonly string[] };

type Field = { readonly value: string; readonly end: number };

/**
 * Parses a CSV. A closing quote must be followed by a separator or the end of the line; any other quote was typed by
 * a user and is a character: `"Rolmex" Sp. z o.o.`
 */
export function parseCsv(text: string, separator: string, most = Number.POSITIVE_INFINITY): CsvRow[] {
  const rows: CsvRow[] = [];
  let from = 1;
  for (let at = 0; at < text.length && rows.length < most; ) {
    const { cells, end } = readRow(text, at, separator);
    const to = from + linesOf(text.slice(at, end)).length - 1;
    rows.push({ cells, from, to });
    from = to + 1;
    at = afterBreak(text, end);
  }
  return rows;
}

/**
 * Finds the first row that spans several lines and may be several rows: a quote that a user forgot to close
 * ends at the next closing quote, and the rows between the two quotes would be lost.
 */
export function findAmbiguousRow(
  rows: readonly CsvRow[],
  separator: string,
  width: number,
  isDataRow: (cells: readonly string[]) => boolean,
): CsvRow | undefined {
  const isRow = (cells: readonly string[], after = 0) => cells.length + after === width || isDataRow(cells);
  const mayBeRows =
    ({ cells }: CsvRow) =>
    (cell: string, column: number) => {
      const [, ...joinedLines] = linesOf(cell).map((line) => line.split(separator));
      const last = joinedLines.pop();
      if (last === undefined) return false;
      // A cell of several lines ends on the last of its lines, so the cells after it belong to that line.
      const isOdd = last.length > 1 || cells.length > width;
      const after = cells.length - column - 1;
      return joinedLines.some((line) => line.length > 1 && isRow(line)) || (isOdd && isRow(last, after));
    };
  return rows.find((row) => row.to > row.from && row.cells.some(mayBeRows(row)));
}

function readRow(text: string, start: number, separator: string): { cells: string[]; end: number } {
  const cells: string[] = [];
  for (let at = start; ; at += 1) {
    const { value, end } = quotedField(text, at, separator) ?? plainField(text, at, separator);
    cells.push(value);
    at = end;
    if (text[at] !== separator) return { cells, end };
  }
}

function quotedField(text: string, start: number, separator: string): Field | undefined {
  if (text[start] !== QUOTE) return undefined;
  let quote = text.indexOf(QUOTE, start + 1);
  while (quote !== -1 && text[quote + 1] === QUOTE) quote = text.indexOf(QUOTE, quote + 2);
  if (quote === -1) return undefined;
  let end = quote + 1;
  while (text[end] === ' ') end += 1;
  if (!endsField(text[end], separator)) return undefined;
  return { value: text.slice(start + 1, quote).replaceAll(QUOTE + QUOTE, QUOTE), end };
}

function plainField(text: string, start: number, separator: string): Field {
  let end = start;
  while (!endsField(text[end], separator)) end += 1;
  return { value: withoutOuterQuotes(text.slice(start, end)), end };
}

/**
 * Removes the outer quotes of programs that quote every field and do not double inner quotes: `"Firma
 * "Rolmex""`.
 */
function withoutOuterQuotes(field: string): string {
  const [, inside] = /^"((?:[^"]*\s)?".*)"$/.exec(field) ?? [];
  return inside ?? field;
}

function endsField(sign: string | undefined, separator: string): boolean {
  return sign === undefined || sign === separator || sign === '\n' || sign === '\r';
}

function afterBreak(text: string, at: number): number {
  return text.startsWith('\r\n', at) ? at + 2 : at + 1;
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}
