import { collapseWhitespace } from './collapse-whitespace.ts';
import { stripInvisibleCharacters } from './invisible-characters.ts';
import type { Side } from './side.ts';

/** The kinds of contractors: a supplier, a recipient, or a carrier, which belongs to no side. */
export type ContractorKind = Side | 'carrier';

export const ACCOUNTING_METHODS = ['VAT', 'RR'] as const;
export type AccountingMethod = (typeof ACCOUNTING_METHODS)[number];
export const CONTRACTOR_LABELS = ['FIRMA', 'GR'] as const;
export type ContractorLabel = (typeof CONTRACTOR_LABELS)[number];

/** The largest number of addresses, and of contacts, of one contractor (customer decisions 6). */
export const CONTRACTOR_LIST_MAX = 20;
/** The number of contacts in a list cell. The tooltip of the cell shows all contacts (customer decisions 6). */
export const CONTACTS_SHOWN = 2;

export const PAYMENT_DAYS_MAX = 365;

const NIP_WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7] as const;
const PESEL_WEIGHTS = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3] as const;

/** Removes spaces, dashes and a leading country code PL from a typed NIP or PESEL. */
export function bareDigits(text: string): string {
  return stripInvisibleCharacters(text)
    .replace(/^\s*PL/i, '')
    .replace(/[\s-]/g, '');
}

/**
 * Whether the ten digits have a valid NIP checksum. A wrong checksum is a warning, not an error (customer
 * decisions 6).
 */
export function hasNipChecksum(nip: string): boolean {
  if (!/^\d{10}$/.test(nip)) return false;
  // A NIP with the remainder 10 is never issued, because its last digit cannot be 10.
  return weightedSum(nip, NIP_WEIGHTS) % 11 === Number(nip[9]);
}

/**
 * Whether the eleven digits have a valid PESEL checksum. A wrong checksum is a warning, not an error (customer
 * decisions 6).
 */
export function hasPeselChecksum(pesel: string): boolean {
  if (!/^\d{11}$/.test(pesel)) return false;
  return (10 - (weightedSum(pesel, PESEL_WEIGHTS) % 10)) % 10 === Number(pesel[10]);
}

function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

/** The name in lists: the full name of the person or firm, or the company code when there is no full name. */
export function fullName(contractor: {
  firstName?: string | null | undefined;
  middleName?: string | null | undefined;
  lastName?: string | null | undefined;
  companyName?: string | null | undefined;
}): string {
  const name = [contractor.firstName, contractor.middleName, contractor.lastName].filter(Boolean).join(' ');
  return name || (contractor.companyName ?? '');
}

/** The key by which names are compared. Names that differ only in case or repeated spaces have equal keys. */
export function nameKey(name: string): string {
  return collapseWhitespace(name).toLocaleLowerCase('pl');
}

/**
 * Returns the indexes of names that repeat an earlier name of the list, compared by nameKey. Empty names are
 * ignored.
 */
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
