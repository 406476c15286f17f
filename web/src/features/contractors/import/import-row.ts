import {
  type AccountingMethod,
  bareDigits,
  type ContractorLabel,
  hasPeselChecksum,
} from '@spichlerz/shared/domain/contractor';
import type { Side } from '@spichlerz/shared/domain/side';
import { ACCOUNTING_METHOD_WORDS, CONTRACTOR_LABEL_WORDS } from '@spichlerz/shared/words/statuses';
import { CONTRACTOR_WORDS } from '../../../components/contractor/contractor-words.ts';
import { HOME_COUNTRY, maskPostCode } from '../../../components/field/address-values.ts';
import { headerKey, type Matching } from './column-matching.ts';
import { ALL_FIELDS, type ImportField } from './import-fields.ts';

export type Values = { readonly [Field in ImportField]?: string };

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
export function readValues(cells: readonly string[], reading: Reading): Values {
  const { side, matching, defaults, countries } = reading;
  const values: { [Field in ImportField]?: string } = {};
  for (const field of ALL_FIELDS) {
    const column = matching[field];
    const text = column === undefined ? '' : (cells[column] ?? '');
    if (text !== '') values[field] = text;
  }
  change(values, 'nip', bareDigits);
  change(values, 'pesel', paddedPesel);
  values.accountingMethod = codeOf(values.accountingMethod, METHOD_NAMES) ?? defaults.accountingMethod;
  values.label = codeOf(values.label, LABEL_NAMES) ?? defaults.label;
  tidyAddress(values, '', countries);
  if (tidyAddress(values, 'addressList.0.', countries)) {
    values['addressList.0.name'] ??= CONTRACTOR_WORDS[side].address;
  }
  const person = [values['contactList.0.firstName'], values['contactList.0.lastName']]
    .filter(Boolean)
    .join(' ');
  if (person !== '' || values['contactList.0.phoneNumber'] || values['contactList.0.email']) {
    values['contactList.0.name'] ??= person || 'Kontakt';
  }
  return values;
}

function change(
  values: { [Field in ImportField]?: string },
  field: ImportField,
  edit: (text: string) => string,
): void {
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
  ['vat', 'VAT'],
  ['rr', 'RR'],
  [headerKey(ACCOUNTING_METHOD_WORDS.RR), 'RR'],
  ['rolnik ryczaltowy', 'RR'],
  ['ryczalt', 'RR'],
]);
const LABEL_NAMES = new Map<string, ContractorLabel>([
  ['firma', 'FIRMA'],
  ['f', 'FIRMA'],
  ['gr', 'GR'],
  [headerKey(CONTRACTOR_LABEL_WORDS.GR), 'GR'],
  ['gospodarstwo', 'GR'],
  ['rolnik', 'GR'],
]);

function codeOf(text: string | undefined, names: ReadonlyMap<string, string>): string | undefined {
  return text === undefined ? undefined : (names.get(headerKey(text)) ?? text);
}

/** @returns whether there is an address at all: a country alone is none */
function tidyAddress(
  values: { [Field in ImportField]?: string },
  prefix: '' | 'addressList.0.',
  countries: readonly Country[],
): boolean {
  const country = `${prefix}countryCode` as const;
  const postCode = `${prefix}postCode` as const;
  const isThere = [`${prefix}street`, `${prefix}buildingNumber`, postCode, `${prefix}city`] as const;
  if (isThere.every((field) => values[field] === undefined)) {
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

const CODE_WORDS: { readonly [Field in ImportField]?: ReadonlyMap<string, string> } = {
  label: new Map(Object.entries(CONTRACTOR_LABEL_WORDS)),
  accountingMethod: new Map(Object.entries(ACCOUNTING_METHOD_WORDS)),
};

/** A value in the words of the screen: what the form keeps as a code has a name. */
export function shownValue(
  field: ImportField,
  value: string | undefined,
  countries: readonly Country[],
): string | undefined {
  if (value === undefined) return undefined;
  if (field === 'countryCode' || field === 'addressList.0.countryCode')
    return countries.find(({ code }) => code === value)?.name ?? value;
  return CODE_WORDS[field]?.get(value) ?? value;
}

/** The body of a create, with what the row says; the server judges it. */
export type RowRequest = Record<string, unknown>;

export function rowRequest(values: Values): RowRequest {
  const request: RowRequest = {};
  const address: RowRequest = {};
  const contact: RowRequest = {};
  for (const field of ALL_FIELDS) {
    const value = values[field];
    if (value === undefined) continue;
    const [list, , part] = field.split('.');
    if (part === undefined) request[field] = value;
    else if (list === 'addressList') address[part] = value;
    else contact[part] = value;
  }
  return {
    ...request,
    ...(Object.keys(address).length > 0 && { addressList: [address] }),
    ...(Object.keys(contact).length > 0 && { contactList: [contact] }),
  };
}
