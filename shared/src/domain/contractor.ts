import { collapseWhitespace } from './collapse-whitespace.ts';
import { stripInvisibleCharacters } from './invisible-characters.ts';

export const ACCOUNTING_METHODS = ['VAT', 'RR'] as const;
export type AccountingMethod = (typeof ACCOUNTING_METHODS)[number];
export const CONTRACTOR_LABELS = ['FIRMA', 'GR'] as const;
export type ContractorLabel = (typeof CONTRACTOR_LABELS)[number];

/** Up to this many addresses and this many contacts of one contractor (decisions 6). */
export const CONTRACTOR_LIST_MAX = 20;
/** How many contacts a list cell shows; its tooltip shows the rest (decisions 6). */
export const CONTACTS_SHOWN = 2;

const NIP_WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7] as const;
const PESEL_WEIGHTS = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3] as const;

/** The digits of a NIP or PESEL that was typed with spaces, dashes or, before a NIP, the country code. */
export function bareDigits(text: string): string {
  return stripInvisibleCharacters(text)
    .replace(/^\s*PL/i, '')
    .replace(/[\s-]/g, '');
}

/** A wrong checksum is a warning, not an error (decisions 6). Ten digits expected. */
export function hasNipChecksum(nip: string): boolean {
  if (!/^\d{10}$/.test(nip)) return false;
  // A remainder of ten fits no digit: such a number is never issued.
  return weightedSum(nip, NIP_WEIGHTS) % 11 === Number(nip[9]);
}

/** A wrong checksum is a warning, not an error (decisions 6). Eleven digits expected. */
export function hasPeselChecksum(pesel: string): boolean {
  if (!/^\d{11}$/.test(pesel)) return false;
  return (10 - (weightedSum(pesel, PESEL_WEIGHTS) % 10)) % 10 === Number(pesel[10]);
}

function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

/** The name a list shows: the person's or firm's full name, the code when there is none. */
export function fullName(contractor: {
  firstName?: string | null | undefined;
  middleName?: string | null | undefined;
  lastName?: string | null | undefined;
  companyName?: string | null | undefined;
}): string {
  const name = [contractor.firstName, contractor.middleName, contractor.lastName].filter(Boolean).join(' ');
  return name || (contractor.companyName ?? '');
}

/** Two names are the same when their keys are: case and the number of blanks make no difference. */
export function nameKey(name: string): string {
  return collapseWhitespace(name).toLocaleLowerCase('pl');
}

/** Indexes of the names that repeat an earlier one of the list (nameKey); empty names repeat nothing. */
export function duplicateIndexes(names: readonly string[]): readonly number[] {
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    const key = nameKey(name);
    if (key === '') return [];
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}
