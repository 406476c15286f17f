import { ALL_FIELDS, IMPORT_FIELDS, type ImportField } from './import-fields.ts';

/** Which column of the file, counted from 0, fills a field. */
export type Matching = { readonly [Field in ImportField]?: number };

/** A header without case, diacritics and signs, so that `Kod pocztowy:` and `KOD_POCZTOWY` are the same. */
export function headerKey(header: string): string {
  return header
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Words that mean the field wherever in a header they stand; others, such as `nazwa`, mean it only alone. */
const TELLING = new Set([
  'nip',
  'pesel',
  'telefon',
  'phone',
  'email',
  'ulica',
  'miejscowosc',
  'miasto',
  'kraj',
]);

const EXACT = 1_000;

/** The columns that most likely fill our fields, each column once. */
export function guessColumns(
  headers: readonly string[],
  fields: readonly ImportField[] = ALL_FIELDS,
): Matching {
  const keys = headers.map(headerKey);
  const guesses = fields.flatMap((field) =>
    keys.flatMap((key, column) => {
      const score = Math.max(...IMPORT_FIELDS[field].headers.map((known) => likeness(key, known)));
      return score > 0 ? [{ field, column, score }] : [];
    }),
  );
  const matching: { [Field in ImportField]?: number } = {};
  const taken = new Set<number>();
  for (const { field, column } of guesses.toSorted((one, other) => other.score - one.score)) {
    if (field in matching || taken.has(column)) continue;
    matching[field] = column;
    taken.add(column);
  }
  return matching;
}

/** More for what says more; 0 when the header does not mean it. */
function likeness(header: string, known: string): number {
  if (header === known) return EXACT;
  const words = new Set(header.split(' '));
  const asked = known.split(' ');
  const [only] = asked;
  if (asked.length === 1 && !TELLING.has(only ?? '')) return 0;
  if (!asked.every((word) => words.has(word))) return 0;
  return asked.length * 10 - (words.size - asked.length);
}

const KNOWN_HEADERS = new Set<string>(ALL_FIELDS.flatMap((field) => IMPORT_FIELDS[field].headers));

/** Whether a row heads a table for sure: one whole header of ours, or two that are like ours. */
export function isHeaderRow(row: readonly string[]): boolean {
  return row.some((cell) => KNOWN_HEADERS.has(headerKey(cell))) || Object.keys(guessColumns(row)).length >= 2;
}

/** Titles above a table take fewer rows than this. */
export const HEADER_WITHIN = 20;

/** The row that heads the table: files often start with a title, so the first row that names two of our fields. */
export function findHeaderRow(rows: readonly (readonly string[])[]): number {
  const named = rows.slice(0, HEADER_WITHIN).findIndex((row) => Object.keys(guessColumns(row)).length >= 2);
  return named === -1 ? rows.findIndex((row) => row.some((cell) => cell !== '')) : named;
}
