import {
  type ContractorField,
  isContractorField,
  listIndexOf,
} from '@spichlerz/shared/words/contractor-fields';
import { headerKey } from '../../../components/table-import/header-key.ts';
import { type ColumnEvidence, columnKeys } from './column-keys.ts';
import { fieldsOf, firstFieldsOf, headersOf } from './import-fields.ts';

/** The index of the column for each field; a field without a column is missing. */
export type Matching = { readonly [Field in ContractorField]?: number };

/**
 * Words that identify a field even as the only known word of a header. Other words, such as `nazwa`,
 * must be the whole header.
 */
const DISTINCTIVE_WORDS = new Set([
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

const EXACT_SCORE = 1_000;

/** Guesses the column of each field; no column is used twice. */
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
        const score = Math.max(...headersOf(field, fields).map((known) => similarity(key, known)));
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

/** A score that is higher for more specific headers; 0 when the header does not match. */
function similarity(header: string, known: string): number {
  if (header === known) return EXACT_SCORE;
  const words = new Set(header.split(' '));
  const knownWords = known.split(' ');
  const [only] = knownWords;
  if (knownWords.length === 1 && !DISTINCTIVE_WORDS.has(only ?? '')) return 0;
  if (!knownWords.every((word) => words.has(word))) return 0;
  return knownWords.length * 10 - (words.size - knownWords.length);
}

const FIRST_FIELDS = firstFieldsOf('purchase');

/** The number of contractor fields whose header occurs in a row. */
export const countKnownHeaders = (headers: readonly string[], groups: readonly string[] = []): number =>
  Object.keys(guessColumns(headers, FIRST_FIELDS, { groups })).length;

const KNOWN_HEADERS = new Set<string>(FIRST_FIELDS.flatMap((field) => headersOf(field, FIRST_FIELDS)));

/**
 * Whether a row is surely a header: one cell equals a known header, or two cells are similar to known headers.
 */
export const isHeaderRow = (row: readonly string[]): boolean =>
  row.some((cell) => KNOWN_HEADERS.has(headerKey(cell))) || countKnownHeaders(row) >= 2;

const FIELD_ORDER = new Map(
  [...fieldsOf('purchase'), ...fieldsOf('carrier')].toReversed().map((field, place) => [field, -place]),
);

/** The fields with a column, in the order of the form. */
export const matchedFields = (matching: Matching): ContractorField[] =>
  Object.keys(matching)
    .filter(isContractorField)
    .toSorted((one, other) => (FIELD_ORDER.get(one) ?? 0) - (FIELD_ORDER.get(other) ?? 0));
