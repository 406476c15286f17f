import { strFromU8, strToU8 } from 'fflate';
import type { WorkbookParts } from './workbook-parts.ts';

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
const STYLES = 'xl/styles.xml';

/**
 * Converts cells to text where the workbook library would lose them or return something else than the spreadsheet
 * shows.
 */
export function withReadableCells(parts: WorkbookParts): WorkbookParts {
  const styles = parts[STYLES];
  const percents = styles === undefined ? new Set<string>() : percentStyles(strFromU8(styles));
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      SHEET.test(name) ? strToU8(percentsAsText(errorsAsText(strFromU8(part)), percents)) : part,
    ]),
  );
}

/**
 * Converts cells whose formula has an error, such as `#N/D!`, to text cells. The library would skip them, and
 * the row could look empty instead of wrong.
 */
const errorsAsText = (sheet: string) => sheet.replace(/(<(?:\w+:)?c\s[^>]*\bt=["'])e(?=["'])/g, '$1str');

/** The built-in number formats 0% and 0.00%. */
const PERCENT_FORMATS = ['9', '10'];

/** The indexes of the cell styles that show a percentage. */
function percentStyles(styles: string): ReadonlySet<string> {
  const formats = new Set(PERCENT_FORMATS);
  for (const [format] of styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g))
    if (/\bformatCode="[^"]*%/.test(format)) formats.add(/\bnumFmtId="(\d+)"/.exec(format)?.[1] ?? '');
  const [cellStyles = ''] = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles) ?? [];
  const percents = new Set<string>();
  for (const [index, [style]] of [...cellStyles.matchAll(/<(?:\w+:)?xf\s[^>]*>/g)].entries())
    if (formats.has(/\bnumFmtId="(\d+)"/.exec(style)?.[1] ?? '')) percents.add(String(index));
  return percents;
}

const NUMBER_CELL =
  /<((?:\w+:)?)c\s([^>]*?\bs="(\d+)"[^>]*)>(?:<(?:\w+:)?f\b[^>]*(?:\/>|>[^<]*<\/(?:\w+:)?f>))?<(?:\w+:)?v>([^<]*)<\/(?:\w+:)?v>/g;

/**
 * Converts percentages to text. A cell that shows 14.5% contains 0.145, which later cannot be distinguished
 * from 0.145%.
 */
function percentsAsText(sheet: string, percents: ReadonlySet<string>): string {
  if (percents.size === 0) return sheet;
  return sheet.replace(
    NUMBER_CELL,
    (cell, prefix: string, attributes: string, style: string, value: string) => {
      const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n';
      if (!percents.has(style) || type !== 'n' || value === '' || Number.isNaN(Number(value))) return cell;
      const percent = String(Number((Number(value) * 100).toPrecision(12))).replace('.', ',');
      const others = attributes.replace(/\s*\bt="n"/, '');
      return `<${prefix}c ${others} t="str"><${prefix}v>${percent}%</${prefix}v>`;
    },
  );
}
