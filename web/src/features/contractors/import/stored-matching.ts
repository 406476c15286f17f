import { type ContractorField, isContractorField } from '@spichlerz/shared/words/contractor-fields';
import { z } from 'zod';
import type { Matching } from './column-matching.ts';

/**
 * The header of the column of problems in the downloaded file of rows to correct. It is
 * never matched to a field.
 */
export const PROBLEM_HEADER = 'Problem';

const STORED_MAX = 20;

/**
 * The stored matchings, the latest last. Each has the headers of a file, and the header that was chosen for
 * each field.
 */
const storedSchema = z.array(z.tuple([z.string(), z.record(z.string(), z.string())])).catch([]);

const storageKey = (userId: number) => `IMPORT-COLUMNS-${userId}`;

function signature(headers: readonly string[]): string {
  return headers
    .filter((header) => header !== PROBLEM_HEADER)
    .toSorted()
    .join('\n');
}

function read(userId: number): z.output<typeof storedSchema> {
  try {
    return storedSchema.parse(JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]'));
  } catch {
    return [];
  }
}

/**
 * Returns the user's last matching for a file with the same headers in any order, or null.
 * Suppliers and recipients share stored matchings for their common `fields`, because their files
 * often come from the same program.
 */
export function findStoredMatching(
  userId: number,
  headers: readonly string[],
  fields: readonly ContractorField[],
): Matching | null {
  const [, stored] = read(userId).find(([key]) => key === signature(headers)) ?? [];
  if (stored === undefined) return null;
  const matching: { [Field in ContractorField]?: number } = {};
  for (const [field, header] of Object.entries(stored)) {
    const column = headers.indexOf(header);
    if (isContractorField(field) && fields.includes(field) && column !== -1) matching[field] = column;
  }
  return matching;
}

/**
 * Stores the matching of these `fields`. If a matching is already stored for the same headers, it keeps its
 * columns of all other fields.
 */
export function storeMatching(
  userId: number,
  headers: readonly string[],
  fields: readonly ContractorField[],
  matching: Matching,
): void {
  const key = signature(headers);
  const stored = read(userId);
  const [, before = {}] = stored.find(([other]) => other === key) ?? [];
  const chosen = Object.fromEntries([
    ...Object.entries(before).filter(([field]) => !fields.some((own) => own === field)),
    ...Object.entries(matching).map(([field, column]) => [field, headers[column ?? -1] ?? '']),
  ]);
  const others = stored.filter(([other]) => other !== key);
  try {
    localStorage.setItem(storageKey(userId), JSON.stringify([...others, [key, chosen]].slice(-STORED_MAX)));
  } catch {
    // without storage, the next import guesses the columns by their headers
  }
}
