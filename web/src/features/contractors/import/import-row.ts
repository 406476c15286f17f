import {
  type AccountingMethod,
  bareDigits,
  type ContractorLabel,
  hasPeselChecksum,
} from '@spichlerz/shared/domain/contractor';
import type { Side } from '@spichlerz/shared/domain/side';
import {
  type ContractorField,
  isContractorField,
  listIndexOf,
  sectionTitle,
} from '@spichlerz/shared/words/contractor-fields';
import { ACCOUNTING_METHOD_LABELS, CONTRACTOR_KIND_LABELS } from '@spichlerz/shared/words/statuses';
import { HOME_COUNTRY, maskPostCode } from '../../../components/field/address-values.ts';
import { headerKey } from './column-keys.ts';
import { type Matching, matchedFields } from './column-matching.ts';

export type Values = { readonly [Field in ContractorField]?: string };
type Editable = { [Field in ContractorField]?: string };

/** What a row has where the file says nothing. */
export type Defaults = { readonly accountingMethod: AccountingMethod; readonly label: ContractorLabel };

export type Country = { readonly code: string; readonly name: string };

/** What all rows of a file are read with. */
export type Reading = {
  readonly side: Side;
  readonly matching: Matching;
  readonly defaults: Defaults;
  readonly countries: readonly Country[];
};

/**
 * The values of a row as the form would hold them. What is not understood stays as the file has it, for the rules
 * to refuse and the person to see.
 */
export function readValues(
  cells: readonly string[],
  { side, matching, defaults, countries }: Reading,
  fields: readonly ContractorField[] = matchedFields(matching),
): Values {
  const read: Editable = {};
  for (const field of fields) {
    const text = cells[matching[field] ?? -1] ?? '';
    if (text !== '') read[field] = text;
  }
  const values = withoutGaps(read);
  change(values, 'nip', bareDigits);
  change(values, 'pesel', paddedPesel);
  values.accountingMethod = codeOf(values.accountingMethod, METHOD_NAMES) ?? defaults.accountingMethod;
  values.label = codeOf(values.label, LABEL_NAMES) ?? defaults.label;
  tidyAddress(values, '', countries);
  for (const index of indexesOf(values, 'addressList')) {
    const prefix = `addressList.${index}.` as const;
    if (tidyAddress(values, prefix, countries))
      values[`${prefix}name`] ??= sectionTitle(side, 'place', index);
  }
  for (const index of indexesOf(values, 'contactList')) {
    const prefix = `contactList.${index}.` as const;
    const person = [values[`${prefix}firstName`], values[`${prefix}lastName`]].filter(Boolean).join(' ');
    values[`${prefix}name`] ??= person || sectionTitle(side, 'contact', index);
  }
  return values;
}

type List = 'addressList' | 'contactList';
const isOf = (list: List, field: ContractorField) => field.startsWith(`${list}.`);

/** Which entries of a list have a value. */
const indexesOf = (values: Values, list: List): number[] => [
  ...new Set(valuedFields(values).flatMap((field) => (isOf(list, field) ? [listIndexOf(field)] : []))),
];

/** An address that is empty in the file is none, so the one after it takes its place. */
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

/** The fields that have a value. */
export const valuedFields = (values: Values): ContractorField[] =>
  Object.keys(values).filter(isContractorField);

function change(values: Editable, field: ContractorField, edit: (text: string) => string): void {
  const text = values[field];
  if (text !== undefined) values[field] = edit(text);
}

/** A spreadsheet takes a PESEL for a number and drops the zeros it starts with; its checksum tells whether it did. */
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

/** @returns whether there is an address at all: a country alone is none */
function tidyAddress(
  values: Editable,
  prefix: '' | `addressList.${number}.`,
  countries: readonly Country[],
): boolean {
  const country = `${prefix}countryCode` as const;
  const postCode = `${prefix}postCode` as const;
  const isThere = [`${prefix}street`, `${prefix}buildingNumber`, postCode, `${prefix}city`] as const;
  const hasName = prefix !== '' && values[`${prefix}name`] !== undefined;
  if (!hasName && isThere.every((field) => values[field] === undefined)) {
    delete values[country];
    return false;
  }
  values[country] = countryCode(values[country], countries);
  if (values[country] === HOME_COUNTRY) {
    change(values, postCode, (text) => (/^\d{2}\s?-?\s?\d{3}$/.test(text) ? maskPostCode(text) : text));
  }
  return true;
}

function countryCode(text: string | undefined, countries: readonly Country[]): string {
  if (text === undefined) return HOME_COUNTRY;
  const key = headerKey(text);
  const known = countries.find(({ code, name }) => headerKey(code) === key || headerKey(name) === key);
  return known?.code ?? text;
}

const CODE_WORDS: { readonly [Field in ContractorField]?: ReadonlyMap<string, string> } = {
  label: new Map(Object.entries(CONTRACTOR_KIND_LABELS)),
  accountingMethod: new Map(Object.entries(ACCOUNTING_METHOD_LABELS)),
};

/** A value in the words of the screen: what the form keeps as a code has a name. */
export function shownValue(
  field: ContractorField,
  value: string | undefined,
  countries: readonly Country[],
): string | undefined {
  if (value === undefined) return undefined;
  if (field.endsWith('countryCode')) return countries.find(({ code }) => code === value)?.name ?? value;
  return CODE_WORDS[field]?.get(value) ?? value;
}

/** The body of a create, with what the row says; the server judges it. */
export type RowRequest = Record<string, unknown>;

export function rowRequest(values: Values): RowRequest {
  const request: RowRequest = {};
  const lists: Record<List, RowRequest[]> = { addressList: [], contactList: [] };
  for (const field of valuedFields(values)) {
    const [list, , part] = field.split('.');
    if (part === undefined) request[field] = values[field];
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
