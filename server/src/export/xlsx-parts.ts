import type { NumberKind } from './sheet.ts';

/* The small parts of a workbook (Office Open XML, ECMA-376) that are equal for every list. */

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes into the list of cell formats (cellXfs) of STYLES. */
export const STYLE: Readonly<Record<NumberKind | 'text' | 'header' | 'day', number>> = {
  text: 0,
  header: 1,
  whole: 2,
  tonnes: 3,
  money: 4,
  day: 5,
  // the format of tonnes, which has three decimals
  decimal: 3,
};

// The slashes are escaped, because Excel replaces plain slashes with the date separator of the user's locale.
export const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.000"/>` +
  '<numFmt numFmtId="165" formatCode="dd\\/mm\\/yyyy"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEDF1E6"/><bgColor indexed="64"/></patternFill></fill></fills>' +
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/>' +
  '<bottom style="thin"><color rgb="FF9AA58A"/></bottom><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1"/>' +
  [1, 164, 4, 165]
    .map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
    .join('') +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

export const RELATIONSHIPS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export function workbook(title: string, worksheets: number): string {
  const sheets = numbers(worksheets).map(
    (number) =>
      `<sheet name="${xmlText(worksheetName(title, number))}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

export function workbookRelationships(worksheets: number): string {
  const sheets = numbers(worksheets).map(
    (number) =>
      `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  const styles = `<Relationship Id="rId${worksheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`;
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${sheets.join('')}${styles}</Relationships>`;
}

const part = (name: string, type: string) =>
  `<Override PartName="/xl/${name}.xml" ContentType="${KIND}.${type}+xml"/>`;

export function contentTypes(worksheets: number): string {
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    part('workbook', 'sheet.main') +
    part('styles', 'styles') +
    numbers(worksheets)
      .map((number) => part(`worksheets/sheet${number}`, 'worksheet'))
      .join('') +
    '</Types>'
  );
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

const NAME_MAX = 31;

/** Excel limits the length of worksheet names and does not allow the characters that are replaced here. */
function worksheetName(title: string, number: number): string {
  const suffix = number === 1 ? '' : ` ${number}`;
  return title.replace(/[[\]:*?/\\]/g, ' ').slice(0, NAME_MAX - suffix.length) + suffix;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// oxlint-disable-next-line no-control-regex -- XML does not allow these characters
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/**
 * Escapes text for XML, removes characters XML does not allow, and escapes text that looks like Excel's own
 * `_xHHHH_` escapes.
 */
export function xmlText(text: string): string {
  return text
    .replace(UNWRITABLE, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
