import {
  type ContractorField,
  isContractorField,
  listIndexOf,
} from '@spichlerz/shared/words/contractor-fields';
import { type ColumnEvidence, columnKeys, headerKey } from './column-keys.ts';
import { fieldsOf, firstFieldsOf, headersOf } from './import-fields.ts';

/** Which column of the file, counted from 0, fills a field. */
export type Matching = { readonly [Field in ContractorField]?: number };

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
  fields: readonly ContractorField[] = fieldsOf('purchase'),
  evidence: ColumnEvidence = {},
): Matching {
  const keys = columnKeys(headers, evidence);
  const words = new Set(keys.flatMap((key) => key.split(' ')));
  const guesses = fields
    .filter((field) => listIndexOf(field) === 0 || words.has(String(listIndexOf(field) + 1)))
    .flatMap((field) =>
      keys.flatMap((key, column) => {
        const score = Math.max(...headersOf(field).map((known) => likeness(key, known)));
        return score > 0 ? [{ field, column, score }] : [];
      }),
    );
  const matching: { [Field in ContractorField]?: number } = {};
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

const FIRST_FIELDS = firstFieldsOf('purchase');

/** How many of our fields a row of headers names. */
export const countKnownHeaders = (headers: readonly string[], groups: readonly string[] = []): number =>
  Object.keys(guessColumns(headers, FIRST_FIELDS, { groups })).length;

const KNOWN_HEADERS = new Set<string>(FIRST_FIELDS.flatMap(headersOf));

/** Whether a row heads a table for sure: one whole header of ours, or two that are like ours. */
export const isHeaderRow = (row: readonly string[]): boolean =>
  row.some((cell) => KNOWN_HEADERS.has(headerKey(cell))) || countKnownHeaders(row) >= 2;

const PLACE = new Map(fieldsOf('purchase').map((field, place) => [field, place]));

/** The fields that have a column, in the order of the form. */
export const matchedFields = (matching: Matching): ContractorField[] =>
  Object.keys(matching)
    .filter(isContractorField)
    .toSorted((one, other) => (PLACE.get(one) ?? 0) - (PLACE.get(other) ?? 0));
