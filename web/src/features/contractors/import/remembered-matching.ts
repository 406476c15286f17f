import { type ContractorField, isContractorField } from '@spichlerz/shared/words/contractor-fields';
import { z } from 'zod';
import type { Matching } from './column-matching.ts';

/** The column we add to files of rows to correct; it is nobody's field. */
export const PROBLEM_HEADER = 'Problem';

const KEPT = 20;

/** Field → header, by the set of headers it was chosen for; the latest is last. */
const memory = z.array(z.tuple([z.string(), z.record(z.string(), z.string())])).catch([]);

const storageKey = (userId: number) => `IMPORT-COLUMNS-${userId}`;

function signature(headers: readonly string[]): string {
  return headers
    .filter((header) => header !== PROBLEM_HEADER)
    .toSorted()
    .join('\n');
}

function read(userId: number): z.output<typeof memory> {
  try {
    return memory.parse(JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]'));
  } catch {
    return [];
  }
}

/**
 * What this person chose for a file with the same headers, in whatever order they stand; null when they never did.
 * Suppliers and recipients come from the same programs, so they share it, each as far as it has the `fields`.
 */
export function recallMatching(
  userId: number,
  headers: readonly string[],
  fields: readonly ContractorField[],
): Matching | null {
  const [, remembered] = read(userId).find(([key]) => key === signature(headers)) ?? [];
  if (remembered === undefined) return null;
  const matching: { [Field in ContractorField]?: number } = {};
  for (const [field, header] of Object.entries(remembered)) {
    const column = headers.indexOf(header);
    if (isContractorField(field) && fields.includes(field) && column !== -1) matching[field] = column;
  }
  return matching;
}

/** What was chosen for fields that are none of these stays. */
export function rememberMatching(
  userId: number,
  headers: readonly string[],
  fields: readonly ContractorField[],
  matching: Matching,
): void {
  const key = signature(headers);
  const remembered = read(userId);
  const [, before = {}] = remembered.find(([other]) => other === key) ?? [];
  const chosen = Object.fromEntries([
    ...Object.entries(before).filter(([field]) => !fields.some((own) => own === field)),
    ...Object.entries(matching).map(([field, column]) => [field, headers[column ?? -1] ?? '']),
  ]);
  const others = remembered.filter(([other]) => other !== key);
  try {
    localStorage.setItem(storageKey(userId), JSON.stringify([...others, [key, chosen]].slice(-KEPT)));
  } catch {
    // without storage the columns are guessed by their names the next time
  }
}
