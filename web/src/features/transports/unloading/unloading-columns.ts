import { parameterNameKey, type UnloadingColumn } from '@spichlerz/shared/domain/unloading-list';
import type { UnloadingMapping } from '@spichlerz/shared/wire/unloading';
import { headerKey } from '../../../components/table-import/header-key.ts';
import type { Table } from '../../../components/table-import/read-table.ts';

/**
 * The meaning of a column. A reading column also has the name of the parameter if it differs from the header.
 */
export type ColumnMeaning = { readonly column: UnloadingColumn; readonly parameter?: string | undefined };

/** The meaning of each column, by index. */
export type ColumnMeanings = readonly ColumnMeaning[];

const IGNORED: ColumnMeaning = { column: 'IGNORED' };

type OnlyColumn = Exclude<UnloadingColumn, 'READING' | 'IGNORED'>;

/**
 * The words of headers for each meaning, in order of precedence: `nr rej. naczepy` is the number of a
 * trailer and not of a vehicle.
 */
const COLUMN_WORDS: readonly (readonly [column: OnlyColumn, words: RegExp])[] = [
  ['PLATE', /\b(ciagnik\w*|pojazd\w*|samochod\w*|auta?)\b.*\b(naczep\w*|przyczep\w*)\b/],
  ['TRAILER', /\b(naczep\w*|przyczep\w*|trailer\w*)\b/],
  [
    'TICKET_NUMBER',
    /\b(kwit\w*|bilet\w*|ticket\w*|pz|(nr|numer) wazenia|dok\w* wag\w*|dowod\w* wag\w*|kart\w* wag\w*)\b/,
  ],
  ['DOCUMENT_NUMBER', /\b(kontrakt\w*|umow[ay]|zamowieni\w*|contract\w*)\b/],
  ['GROSS', /\b(brutto|gross)\b/],
  ['TARE', /\b(tara|tary|tare)\b/],
  ['NET', /\b(netto|net)\b/],
  ['DAY', /\b(data|dzien|dnia|date|day)\b/],
  ['TIME', /\b(godz\w*|czas|time|hour)\b/],
  ['PLATE', /\b(rej|rejestr\w*|pojazd\w*|samochod\w*|auta?|ciagnik\w*|tablic\w*|plate|truck|vehicle)\b/],
  ['NET', /\b(masa|waga|ciezar|ilosc|tonaz|weight|kg|ton|tony)\b/],
];

/** The words for quality parameters, including the abbreviations that mills use. */
const READING_WORDS =
  /\b(wilg\w*|bialk\w*|glut\w*|gest\w*|hl|hektol\w*|zaniecz\w*|opad\w*|lo|skrobi\w*|olej\w*|tluszcz\w*|zaolej\w*|szkodnik\w*|sedyment\w*|zelen\w*|porost\w*|poros\w*|poslad\w*|mtz|ziaren|ziarn\w*|temp\w*|don|mykotoks\w*|kwas\w*|celn\w*|popiol\w*|moisture|protein)\b/;

/** The words of merged headers above columns of readings. */
const READING_GROUP = /\b(jakosc\w*|parametr\w*|badani\w*|analiz\w*|wynik\w*|laborator\w*|quality)\b/;

/** The words for values that do not describe the unloading, such as loading weights and amounts of money. */
const OTHER_FIGURES =
  /\b(zalad\w*|nadan\w*|nadawc\w*|dostawc\w*|plan\w*|rozni\w*|deklar\w*|wz|zlecen\w*|kierowc\w*|przewozn\w*|cen[ay]|wartosc|potrac\w*|umown\w*)\b/;

type Recognized = {
  readonly column: UnloadingColumn;
  /** The rank among columns with the same meaning. The lowest rank is preferred. */
  readonly rank: number;
};

function recognize(header: string, group: string, parameters: readonly string[] = []): Recognized | null {
  const key = headerKey(header);
  const groupKey = headerKey(group);
  if (READING_WORDS.test(key) || isParameter(header, parameters)) return { column: 'READING', rank: 0 };
  if (OTHER_FIGURES.test(`${groupKey} ${key}`)) return null;
  const own = COLUMN_WORDS.findIndex(([, words]) => words.test(key));
  const found = COLUMN_WORDS[own];
  if (found !== undefined) return { column: found[0], rank: own };
  const isReading = READING_GROUP.test(groupKey) || (/%/.test(header) && !/\blp\b/.test(key));
  return isReading && key !== '' ? { column: 'READING', rank: 0 } : null;
}

/** Whether a parameter has this name, so that the server itself finds the parameter of the column. */
function isParameter(header: string, parameters: readonly string[]): boolean {
  const key = parameterNameKey(header);
  return key !== '' && parameters.some((name) => parameterNameKey(name) === key);
}

/**
 * The number of meanings that occur in a header row. Two columns with the same meaning count once, but every
 * column of readings counts.
 */
export function countKnownHeaders(names: readonly string[], groups: readonly string[] = []): number {
  const known = names.flatMap((name, index) => recognize(name, groups[index] ?? '') ?? []);
  const readings = known.filter(({ column }) => column === 'READING').length;
  return new Set(known.map(({ column }) => column)).size + Math.max(0, readings - 1);
}

export const isHeaderRow = (names: readonly string[]): boolean => countKnownHeaders(names) >= 2;

/** Whether one of these reading columns has this name. The server accepts only one reading for a name. */
const isRepeated = (meanings: ColumnMeanings, headers: readonly string[], name: string): boolean =>
  meanings.some(
    ({ column, parameter }, index) =>
      column === 'READING' && parameterNameKey(parameter ?? headers[index] ?? '') === parameterNameKey(name),
  );

/**
 * Proposes the meaning of each column: the meaning that is stored for the recipient under this header or, if
 * none is stored, the meaning that the words of the header suggest.
 * @param parameters the names of quality parameters, by which full and abbreviated headers are recognized
 */
export function proposeColumns(
  { headers, groups = [] }: Pick<Table, 'headers' | 'groups'>,
  stored: UnloadingMapping['columns'] = [],
  parameters: readonly string[] = [],
): ColumnMeanings {
  const known = headers.map((header) =>
    stored.find((one) => headerKey(one.header) === headerKey(header) && headerKey(header) !== ''),
  );
  const taken = new Set(known.map((one) => one?.column));
  const recognized = headers.map((header, index) => recognize(header, groups[index] ?? '', parameters));
  const best = new Map<UnloadingColumn, number>();
  for (const [index, one] of recognized.entries()) {
    if (one === null || known[index] !== undefined || taken.has(one.column)) continue;
    const before = recognized[best.get(one.column) ?? -1];
    if (before === undefined || before === null || one.rank < before.rank) best.set(one.column, index);
  }
  const meanings: ColumnMeaning[] = [];
  for (const [index, header] of headers.entries()) {
    const own = known[index];
    const found = recognized[index]?.column;
    if (own !== undefined) meanings.push({ column: own.column, parameter: own.parameter });
    else if (found === 'READING') meanings.push(proposeReading(header, meanings, headers, parameters));
    else meanings.push(found !== undefined && best.get(found) === index ? { column: found } : IGNORED);
  }
  return meanings;
}

function proposeReading(
  header: string,
  before: ColumnMeanings,
  headers: readonly string[],
  parameters: readonly string[],
): ColumnMeaning {
  const parameter = completeName(header, parameters);
  if (isRepeated(before, headers, parameter ?? header)) return IGNORED;
  return { column: 'READING', parameter };
}

/** Removes unit, case, diacritics and spaces from a name. */
const plainName = (name: string): string => headerKey(name.replace(/[[(].*$|,.*$/, '')).replaceAll(' ', '');

/** The only parameter that matches an abbreviated header: `Wilg. %` is `Wilgotność`. */
function completeName(header: string, parameters: readonly string[]): string | undefined {
  const key = plainName(header);
  if (key.length < 3 || isParameter(header, parameters)) return undefined;
  const found = parameters.filter((name) => {
    const other = plainName(name);
    return other.length >= 3 && (other.startsWith(key) || key.startsWith(other));
  });
  const names = new Map(found.map((name) => [plainName(name), name]));
  const [only] = names.values();
  return names.size === 1 ? only : undefined;
}

/**
 * Sets the meaning of a column. A different column that had this meaning becomes IGNORED, because only READING
 * and IGNORED may belong to several columns.
 */
export function withMeaning(meanings: ColumnMeanings, index: number, next: ColumnMeaning): ColumnMeanings {
  const isOnly = next.column !== 'READING' && next.column !== 'IGNORED';
  return meanings.map((meaning, other) => {
    if (other === index) return next;
    return isOnly && meaning.column === next.column ? IGNORED : meaning;
  });
}

/** Converts the meanings to the format that is stored for the recipient. */
export function toMapping(headers: readonly string[], meanings: ColumnMeanings): UnloadingMapping {
  return {
    columns: headers.map((header, index) => {
      const { column, parameter } = meanings[index] ?? IGNORED;
      return { header, column, parameter: column === 'READING' ? parameter : undefined };
    }),
  };
}
