import { CONTRACTOR_LIST_MAX, type ContractorKind } from '../domain/contractor.ts';
import type { BySide } from '../domain/side.ts';

/* The contractor fields as columns of a file. The export and the import use the same column names. */

const BASIC = {
  lastName: 'Nazwa / nazwisko',
  companyName: 'Kod kontrahenta',
  label: 'Rodzaj',
  firstName: 'Imię',
  middleName: 'Drugie imię',
  accountingMethod: 'Sposób rozliczania',
  nip: 'NIP',
  pesel: 'PESEL',
  phoneNumber: 'Telefon',
  email: 'E-mail',
  paymentDays: 'Termin płatności (dni)',
  note: 'Uwagi',
} as const;

const ACCOUNTING_ADDRESS = {
  street: 'Ulica',
  buildingNumber: 'Nr budynku',
  postCode: 'Kod pocztowy',
  city: 'Miejscowość',
  countryCode: 'Kraj',
} as const;

const ADDRESS = { name: 'Nazwa adresu', ...ACCOUNTING_ADDRESS } as const;

const CONTACT = {
  name: 'Nazwa kontaktu',
  firstName: 'Imię',
  lastName: 'Nazwisko',
  phoneNumber: 'Telefon',
  email: 'E-mail',
} as const;

type AddressPart = keyof typeof ADDRESS;
type ContactPart = keyof typeof CONTACT;
export type AddressField = `addressList.${number}.${AddressPart}`;
export type ContactField = `contactList.${number}.${ContactPart}`;
type BasicField = keyof typeof BASIC | keyof typeof ACCOUNTING_ADDRESS;

/** A field of one row, by its path in the API. */
export type ContractorField = BasicField | AddressField | ContactField;

/** A field with the index of its address or contact replaced by 0. */
export type FirstContractorField =
  | BasicField
  | `addressList.0.${AddressPart}`
  | `contactList.0.${ContactPart}`;

const keysOf = <Key extends string>(record: Readonly<Record<Key, string>>) => Object.keys(record) as Key[];

const BASIC_FIELDS: readonly BasicField[] = [...keysOf(BASIC), ...keysOf(ACCOUNTING_ADDRESS)];

export const addressFields = (index: number): AddressField[] =>
  keysOf(ADDRESS).map((part): AddressField => `addressList.${index}.${part}`);
export const contactFields = (index: number): ContactField[] =>
  keysOf(CONTACT).map((part): ContactField => `contactList.${index}.${part}`);

/** The number of addresses and contacts that a file has columns for. */
export type ListLengths = { readonly addresses: number; readonly contacts: number };

const OF_CARRIERS = ['paymentDays', 'note'] as const;

/**
 * Fields that a kind does not have: recipients have no middle name (specification 3), carriers are companies.
 */
const OMITTED_FIELDS: Record<ContractorKind, readonly ContractorField[]> = {
  purchase: OF_CARRIERS,
  sales: ['middleName', ...OF_CARRIERS],
  carrier: ['lastName', 'label', 'firstName', 'middleName', 'accountingMethod', 'pesel'],
};

/** Returns the fields in the order of a file's columns. */
export const contractorFields = (
  kind: ContractorKind,
  { addresses, contacts }: ListLengths,
): ContractorField[] => [
  ...BASIC_FIELDS.filter((field) => !OMITTED_FIELDS[kind].includes(field)),
  ...Array.from({ length: addresses }, (_, index) => addressFields(index)).flat(),
  ...Array.from({ length: contacts }, (_, index) => contactFields(index)).flat(),
];

const ALL_FIELDS = new Set<string>(
  (['purchase', 'carrier'] as const).flatMap((kind) =>
    contractorFields(kind, { addresses: CONTRACTOR_LIST_MAX, contacts: CONTRACTOR_LIST_MAX }),
  ),
);
export const isContractorField = (path: string): path is ContractorField => ALL_FIELDS.has(path);

/** The index of the address or contact that a field belongs to, starting at 0. */
export const listIndexOf = (field: ContractorField): number => Number(field.split('.')[1] ?? 0);

export const firstOfList = (field: ContractorField): FirstContractorField =>
  field.replace(/\.\d+\./, '.0.') as FirstContractorField;

/** The Polish name of each side's addresses. */
export const ADDRESS_LABELS: BySide<string> = { purchase: 'Adres odbioru', sales: 'Adres dostawy' };

export type ContractorSection = 'own' | 'accounting' | 'place' | 'contact';

export const sectionOf = (field: ContractorField): ContractorSection => {
  if (field.startsWith('addressList.')) return 'place';
  if (field.startsWith('contactList.')) return 'contact';
  return Object.hasOwn(BASIC, field) ? 'own' : 'accounting';
};

const SECTION_LABELS: Record<ContractorKind, Record<ContractorSection, string>> = {
  purchase: sectionLabels(ADDRESS_LABELS.purchase),
  sales: sectionLabels(ADDRESS_LABELS.sales),
  carrier: sectionLabels(''),
};

function sectionLabels(place: string): Record<ContractorSection, string> {
  return {
    own: 'Dane podstawowe',
    accounting: 'Adres księgowy',
    place,
    contact: 'Kontakt',
  };
}

/** The title of a section. The sections of several contacts are `Kontakt`, `Kontakt 2` and so on. */
export const sectionTitle = (kind: ContractorKind, section: ContractorSection, index = 0): string =>
  numbered(SECTION_LABELS[kind][section], index);

const numbered = (title: string, index: number) => (index === 0 ? title : `${title} ${index + 1}`);

/** The label of a field within its section. */
export function fieldLabel(kind: ContractorKind, field: ContractorField): string {
  if (kind === 'carrier' && field === 'companyName') return 'Nazwa przewoźnika';
  const [, , part = field] = field.split('.');
  const labels: Readonly<Record<string, string>> = {
    own: BASIC,
    accounting: ACCOUNTING_ADDRESS,
    place: ADDRESS,
    contact: CONTACT,
  }[sectionOf(field)];
  return labels[part] ?? part;
}

/** The label of a field outside its section and in a file: `Adres księgowy, ulica`. */
export function fieldName(kind: ContractorKind, field: ContractorField): string {
  const label = fieldLabel(kind, field);
  const index = listIndexOf(field);
  if (sectionOf(field) === 'own') return label;
  if (field.endsWith('.name')) return numbered(label, index);
  return `${sectionTitle(kind, sectionOf(field), index)}, ${lowerFirst(label)}`;
}

const lowerFirst = (label: string): string =>
  label.startsWith('E-') ? 'e-mail' : label.charAt(0).toLowerCase() + label.slice(1);
