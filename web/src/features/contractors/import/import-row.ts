import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import {
  type AccountingMethod,
  bareDigits,
  type ContractorLabel,
  hasPeselChecksum,
} from '@spichlerz/shared/domain/contractor';
import {
  type ContractorField,
  isContractorField,
  listIndexOf,
  sectionTitle,
} from '@spichlerz/shared/words/contractor-fields';
import { ACCOUNTING_METHOD_LABELS, CONTRACTOR_KIND_LABELS } from '@spichlerz/shared/words/statuses';
import { HOME_COUNTRY, maskPostCode } from '../../../components/field/address-values.ts';
import { headerKey } from '../../../components/table-import/header-key.ts';
import { type Matching, matchedFields } from './column-matching.ts';

export type RowValues = { readonly [Field in ContractorField]?: string };
type Editable = { [Field in ContractorField]?: string };

/** The values for fields that have no column in the file. */
export type Defaults = { readonly accountingMethod: AccountingMethod; readonly label: ContractorLabel };

export type Country = { readonly code: string; readonly name: string };

/** Options that apply to all rows of a file. */
export type ReadOptions = {
  readonly kind: ContractorKind;
  readonly matching: Matching;
  readonly defaults: Defaults;
  readonly countries: readonly Country[];
};

/**
 * Reads the values of a row in the format of the form. Unknown values stay as in the file, so that the
 * validation rejects them and the user sees them.
 */
export function readValues(
  cells: readonly string[],
  { kind, matching, defaults, countries }: ReadOptions,
  fields: readonly ContractorField[] = matchedFields(matching),
): RowValues {
  const read: Editable = {};
  for (const field of fields) {
    const text = cells[matching[field] ?? -1] ?? '';
    if (text !== '') read[field] = text;
  }
  const values = withoutGaps(read);
  editValue(values, 'nip', bareDigits);
  editValue(values, 'pesel', paddedPesel);
  if (kind !== 'carrier') {
    values.accountingMethod = codeOf(values.accountingMethod, METHOD_NAMES) ?? defaults.accountingMethod;
    values.label = codeOf(values.label, LABEL_NAMES) ?? defaults.label;
  }
  normalizeAddress(values, '', countries);
  for (const index of indexesOf(values, 'addressList')) {
    const prefix = `addressList.${index}.` as const;
    if (normalizeAddress(values, prefix, countries))
      values[`${prefix}name`] ??= sectionTitle(kind, 'place', index);
  }
  for (const index of indexesOf(values, 'contactList')) {
    const prefix = `contactList.${index}.` as const;
    const person = [values[`${prefix}firstName`], values[`${prefix}lastName`]].filter(Boolean).join(' ');
    values[`${prefix}name`] ??= person || sectionTitle(kind, 'contact', index);
  }
  return values;
}

type ListName = 'addressList' | 'contactList';
const belongsTo = (list: ListName, field: ContractorField) => field.startsWith(`${list}.`);

/** Indexes of the list's items that have a value. */
const indexesOf = (values: RowValues, list: ListName): number[] => [
  ...new Set(valuedFields(values).flatMap((field) => (belongsTo(list, field) ? [listIndexOf(field)] : []))),
];

/**
 * Skips addresses and contacts that are empty in the file, so that the items after an empty one get lower
 * indexes.
 */
function withoutGaps(read: Editable): Editable {
  if (valuedFields(read).every((field) => listIndexOf(field) === 0)) return read;
  const values: Editable = {};
  const places = {
    addressList: indexesOf(read, 'addressList').toSorted(byNumber),
    contactList: indexesOf(read, 'contactList').toSorted(byNumber),
  };
  for (const field of valuedFields(read)) {
    const [list = '', , part] = field.split('.');
    const at =
      list === 'addressList' || list === 'contactList' ? places[list].indexOf(listIndexOf(field)) : 0;
    const moved = part === undefined ? field : `${list}.${at}.${part}`;
    if (isContractorField(moved)) values[moved] = read[field] ?? '';
  }
  return values;
}

const byNumber = (one: number, other: number) => one - other;

export const valuedFields = (values: RowValues): ContractorField[] =>
  Object.keys(values).filter(isContractorField);

function editValue(values: Editable, field: ContractorField, edit: (text: string) => string): void {
  const text = values[field];
  if (text !== undefined) values[field] = edit(text);
}

/** Restores leading zeros, which a spreadsheet drops from a PESEL, if they make the checksum valid. */
function paddedPesel(text: string): string {
  const bare = bareDigits(text);
  const padded = bare.padStart(11, '0');
  return /^\d{5,10}$/.test(bare) && hasPeselChecksum(padded) ? padded : bare;
}

const METHOD_NAMES = new Map<string, AccountingMethod>([
  [headerKey(ACCOUNTING_METHOD_LABELS.VAT), 'VAT'],
  ['rr', 'RR'],
  [headerKey(ACCOUNTING_METHOD_LABELS.RR), 'RR'],
  ['rolnik ryczaltowy', 'RR'],
  ['ryczalt', 'RR'],
]);
const LABEL_NAMES = new Map<string, ContractorLabel>([
  ['firma', 'FIRMA'],
  ['f', 'FIRMA'],
  ['gr', 'GR'],
  [headerKey(CONTRACTOR_KIND_LABELS.GR), 'GR'],
  ['gospodarstwo', 'GR'],
  ['rolnik', 'GR'],
]);

function codeOf(text: string | undefined, names: ReadonlyMap<string, string>): string | undefined {
  return text === undefined ? undefined : (names.get(headerKey(text)) ?? text);
}

/**
 * Sets the country and formats a Polish post code. If only a known country is filled in, removes the country
 * and returns false.
 */
function normalizeAddress(
  values: Editable,
  prefix: '' | `addressList.${number}.`,
  countries: readonly Country[],
): boolean {
  const country = `${prefix}countryCode` as const;
  const postCode = `${prefix}postCode` as const;
  const isThere = [`${prefix}street`, `${prefix}buildingNumber`, postCode, `${prefix}city`] as const;
  const hasName = prefix !== '' && values[`${prefix}name`] !== undefined;
  const isEmpty = !hasName && isThere.every((field) => values[field] === undefined);
  const code = countryCode(values[country], countries);
  if (isEmpty && countries.some((known) => known.code === code)) {
    delete values[country];
    return false;
  }
  values[country] = code;
  if (values[country] === HOME_COUNTRY) {
    editValue(values, postCode, (text) => (/^\d{2}\s?-?\s?\d{3}$/.test(text) ? maskPostCode(text) : text));
  }
  return true;
}

function countryCode(text: string | undefined, countries: readonly Country[]): string {
  if (text === undefined) return HOME_COUNTRY;
  const key = headerKey(text);
  const known = countries.find(({ code, name }) => headerKey(code) === key || headerKey(name) === key);
  return known?.code ?? text;
}

const CODE_NAMES: { readonly [Field in ContractorField]?: ReadonlyMap<string, string> } = {
  label: new Map(Object.entries(CONTRACTOR_KIND_LABELS)),
  accountingMethod: new Map(Object.entries(ACCOUNTING_METHOD_LABELS)),
};

/** A value as the screen shows it, with the name instead of a code. */
export function shownValue(
  field: ContractorField,
  value: string | undefined,
  countries: readonly Country[],
): string | undefined {
  if (value === undefined) return undefined;
  if (field.endsWith('countryCode')) return countries.find(({ code }) => code === value)?.name ?? value;
  return CODE_NAMES[field]?.get(value) ?? value;
}

/** Parses `14` or `14 dni`; any other text is sent unchanged, and the server rejects it. */
const daysOf = (text = ''): number | string =>
  /^\d{1,3}( dni)?$/.test(text) ? Number.parseInt(text, 10) : text;

/** The body of a create call from the values of the row; the server validates it. */
export type RowRequest = Record<string, unknown>;

export function rowRequest(values: RowValues): RowRequest {
  const request: RowRequest = {};
  const lists: Record<ListName, RowRequest[]> = { addressList: [], contactList: [] };
  for (const field of valuedFields(values)) {
    const [list, , part] = field.split('.');
    if (part === undefined) request[field] = field === 'paymentDays' ? daysOf(values[field]) : values[field];
    else if (list === 'addressList' || list === 'contactList') {
      lists[list][listIndexOf(field)] ??= {};
      Object.assign(lists[list][listIndexOf(field)] ?? {}, { [part]: values[field] });
    }
  }
  return {
    ...request,
    ...(lists.addressList.length > 0 && { addressList: lists.addressList }),
    ...(lists.contactList.length > 0 && { contactList: lists.contactList }),
  };
}
