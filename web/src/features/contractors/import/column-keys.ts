import { headerKey } from '../../../components/table-import/header-key.ts';

/** Hints about the meaning of a column besides its header. */
export type ColumnEvidence = {
  /** The merged header above each column: `Kontakt` above `Telefon`. */
  readonly groups?: readonly string[];
  /** Some rows of the file, whose values help to recognize the columns. */
  readonly rows?: readonly (readonly string[])[];
};

/**
 * Returns the key by which each column is recognized. An ambiguous header is resolved by its values and
 * the neighbouring columns.
 */
export function columnKeys(headers: readonly string[], { groups = [], rows = [] }: ColumnEvidence): string[] {
  const groupKeys = headers.map((_, column) => headerKey(groups[column] ?? ''));
  const names = headers.map((header, column) => headerKey(nameInGroup(header, groups[column] ?? '')));
  const meant = names.map((key, column) => resolveKey(key, column, names, groupKeys, rows));
  return meant.map((key, column) => key + suffixOf(groupKeys[column] ?? '', meant, groupKeys));
}

/** Removes the group and the number that make a repeated header unique: `Adres dostawy: Ulica (2)`. */
const nameInGroup = (header: string, group: string): string =>
  (group !== '' && header.startsWith(`${group}: `) ? header.slice(group.length + 2) : header).replace(
    / \(\d+\)$/,
    '',
  );

const POST_CODE = 'kod pocztowy';
const STREET = new Set(['ulica', 'ul', 'adres', 'street']);
const BUILDING = new Set(['nr budynku', 'numer budynku', 'nr domu', 'numer domu', 'nr bud', 'nr', 'numer']);
const CITY = new Set(['miejscowosc', 'miejsc', 'miasto', 'poczta', 'city', 'town']);

function resolveKey(
  key: string,
  column: number,
  names: readonly string[],
  groups: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const isInGroup = (other: number) => groups[other] === groups[column];
  const before = isInGroup(column - 1) ? (names[column - 1] ?? '') : '';
  const after = isInGroup(column + 1) ? (names[column + 1] ?? '') : '';
  const values = rows.map((cells) => cells[column] ?? '').filter((value) => value !== '');
  if (key === 'kod') {
    const isNamedElsewhere = names.some((name, other) => name === POST_CODE && isInGroup(other));
    const isBesideAddress = STREET.has(before) || BUILDING.has(before) || CITY.has(before) || CITY.has(after);
    return !isNamedElsewhere && isPostCode(values, isBesideAddress) ? POST_CODE : key;
  }
  if ((key === 'nr' || key === 'numer') && STREET.has(before)) return 'nr budynku';
  if (/\bnip\b/.test(key) && /\bpesel\b/.test(key))
    return mostlyMatch(values, /^\D*(?:\d\D*){11}$/) ? 'pesel' : 'nip';
  return key;
}

/**
 * Whether a column named Kod contains post codes. Five digits without a hyphen may also be a contractor's code,
 * so they are a post code only beside the columns of an address.
 */
function isPostCode(values: readonly string[], isBesideAddress: boolean): boolean {
  if (mostlyMatch(values, /^\d{2}\s?[-–]\s?\d{3}$/)) return true;
  return isBesideAddress && (values.length === 0 || mostlyMatch(values, /^\d{2}[\s-]?\d{3}$/));
}

const mostlyMatch = (values: readonly string[], shape: RegExp): boolean =>
  values.length > 0 && values.filter((value) => shape.test(value)).length * 2 > values.length;

const ADDRESS_GROUP =
  /\b(?:odbioru|dostawy|dostaw|magazyn|magazynu|magazyny|zaladunku|rozladunku|pickup|delivery)\b/;
const CONTACT_GROUP = /\b(?:kontakt\w*|osob\w*|contact\w*)\b/;
const PERSON_HEADER = /^(?:imie|nazwisko|imie i nazwisko|nazwa|osoba|first name|last name|name)$/;

/**
 * Returns the suffix for columns below a merged header: ` dostawy` below `Miejsce dostawy`, so that `Ulica`
 * becomes `ulica dostawy`. Below `Kontakt`, phone and e-mail belong to the contractor unless the group also
 * has the name of a person.
 */
function suffixOf(group: string, names: readonly string[], groups: readonly string[]): string {
  const number = /\b\d{1,2}\b/.exec(group)?.[0];
  const numbered = (word: string) => (number === undefined ? ` ${word}` : ` ${word} ${number}`);
  if (ADDRESS_GROUP.test(group)) return numbered('dostawy');
  const hasPerson = names.some((name, column) => groups[column] === group && PERSON_HEADER.test(name));
  return CONTACT_GROUP.test(group) && hasPerson ? numbered('kontaktu') : '';
}
