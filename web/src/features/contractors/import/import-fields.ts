import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { CONTRACTOR_WORDS } from '../../../components/contractor/contractor-words.ts';

export type ImportSection = 'own' | 'accounting' | 'place' | 'contact';

type Spec = {
  readonly section: ImportSection;
  readonly label: string;
  /** How files head this column, in the shape of `headerKey`; the first is the most likely. */
  readonly headers: readonly string[];
};

const PLACE_WORDS = ['odbioru', 'dostawy', 'magazynu', 'zaladunku', 'rozladunku', 'pickup', 'delivery'];
const CONTACT_WORDS = ['kontaktu', 'kontaktowa', 'kontaktowy', 'kontakt', 'osoby kontaktowej', 'contact'];
const withWords = (words: readonly string[], ...bases: readonly string[]) =>
  bases.flatMap((base) => words.map((word) => `${base} ${word}`));

const STREET = ['ulica', 'ul', 'street'];
const BUILDING = [
  'nr budynku',
  'numer budynku',
  'nr domu',
  'numer domu',
  'nr bud',
  'building number',
  'house number',
];
const POST_CODE = ['kod pocztowy', 'kod poczt', 'post code', 'postal code', 'zip code', 'zip'];
const CITY = ['miejscowosc', 'miejsc', 'miasto', 'city', 'town'];
const COUNTRY = ['kraj', 'panstwo', 'kod kraju', 'country', 'country code'];
const PHONE = [
  'telefon',
  'nr telefonu',
  'numer telefonu',
  'tel',
  'nr tel',
  'tel kom',
  'komorka',
  'phone',
  'phone number',
];
const EMAIL = ['e mail', 'email', 'mail', 'adres e mail', 'adres email', 'email address'];

/** Everything of a contractor that fits one row, by the path the API knows it by, in the order of the form. */
export const IMPORT_FIELDS = {
  lastName: {
    section: 'own',
    label: 'Nazwa / nazwisko',
    headers: [
      'nazwa nazwisko',
      'nazwa',
      'nazwisko',
      'pelna nazwa',
      'nazwa firmy',
      'nazwa kontrahenta',
      'nazwa dostawcy',
      'nazwa odbiorcy',
      'last name',
      'surname',
      'name',
    ],
  },
  companyName: {
    section: 'own',
    label: 'Kod kontrahenta',
    headers: [
      'kod kontrahenta',
      'kod',
      'kod dostawcy',
      'kod odbiorcy',
      'skrot',
      'nazwa skrocona',
      'akronim',
      'symbol',
      'company name',
      'code',
    ],
  },
  label: { section: 'own', label: 'Rodzaj', headers: ['rodzaj', 'typ', 'etykieta', 'label', 'type', 'kind'] },
  firstName: { section: 'own', label: 'Imię', headers: ['imie', 'first name'] },
  middleName: { section: 'own', label: 'Drugie imię', headers: ['drugie imie', 'middle name'] },
  accountingMethod: {
    section: 'own',
    label: 'Sposób rozliczania',
    headers: ['sposob rozliczania', 'sposob rozliczenia', 'rozliczanie', 'vat rr', 'accounting method'],
  },
  nip: { section: 'own', label: 'NIP', headers: ['nip', 'numer nip', 'nr nip', 'tax id', 'vat id'] },
  pesel: { section: 'own', label: 'PESEL', headers: ['pesel', 'numer pesel', 'nr pesel', 'personal id'] },
  phoneNumber: { section: 'own', label: 'Telefon', headers: PHONE },
  email: { section: 'own', label: 'E-mail', headers: EMAIL },
  street: { section: 'accounting', label: 'Ulica', headers: [...STREET, 'adres'] },
  buildingNumber: { section: 'accounting', label: 'Nr budynku', headers: BUILDING },
  postCode: { section: 'accounting', label: 'Kod pocztowy', headers: POST_CODE },
  city: { section: 'accounting', label: 'Miejscowość', headers: CITY },
  countryCode: { section: 'accounting', label: 'Kraj', headers: COUNTRY },
  'addressList.0.name': {
    section: 'place',
    label: 'Nazwa adresu',
    headers: ['nazwa adresu', 'magazyn', 'address name', ...withWords(PLACE_WORDS, 'nazwa', 'miejsce')],
  },
  'addressList.0.street': {
    section: 'place',
    label: 'Ulica',
    headers: withWords(PLACE_WORDS, ...STREET, 'adres'),
  },
  'addressList.0.buildingNumber': {
    section: 'place',
    label: 'Nr budynku',
    headers: withWords(PLACE_WORDS, ...BUILDING),
  },
  'addressList.0.postCode': {
    section: 'place',
    label: 'Kod pocztowy',
    headers: withWords(PLACE_WORDS, ...POST_CODE),
  },
  'addressList.0.city': { section: 'place', label: 'Miejscowość', headers: withWords(PLACE_WORDS, ...CITY) },
  'addressList.0.countryCode': {
    section: 'place',
    label: 'Kraj',
    headers: withWords(PLACE_WORDS, ...COUNTRY),
  },
  'contactList.0.name': {
    section: 'contact',
    label: 'Nazwa kontaktu',
    headers: ['nazwa kontaktu', 'kontakt', 'osoba kontaktowa', 'contact', 'contact name'],
  },
  'contactList.0.firstName': {
    section: 'contact',
    label: 'Imię',
    headers: withWords(CONTACT_WORDS, 'imie', 'first name'),
  },
  'contactList.0.lastName': {
    section: 'contact',
    label: 'Nazwisko',
    headers: withWords(CONTACT_WORDS, 'nazwisko', 'last name'),
  },
  'contactList.0.phoneNumber': {
    section: 'contact',
    label: 'Telefon',
    headers: withWords(CONTACT_WORDS, ...PHONE),
  },
  'contactList.0.email': { section: 'contact', label: 'E-mail', headers: withWords(CONTACT_WORDS, ...EMAIL) },
} as const satisfies Record<string, Spec>;

export type ImportField = keyof typeof IMPORT_FIELDS;

export const ALL_FIELDS = Object.keys(IMPORT_FIELDS).filter(isImportField);

export function isImportField(path: string): path is ImportField {
  return Object.hasOwn(IMPORT_FIELDS, path);
}

/** Recipients have no middle name (specification 3). */
const ABSENT: BySide<readonly ImportField[]> = { purchase: [], sales: ['middleName'] };

export function fieldsOf(side: Side): readonly ImportField[] {
  return ALL_FIELDS.filter((field) => !ABSENT[side].includes(field));
}

export const SECTION_TITLES: BySide<Record<ImportSection, string>> = {
  purchase: sectionTitles('purchase'),
  sales: sectionTitles('sales'),
};

function sectionTitles(side: Side): Record<ImportSection, string> {
  return {
    own: 'Dane podstawowe',
    accounting: 'Adres księgowy',
    place: CONTRACTOR_WORDS[side].address,
    contact: 'Kontakt',
  };
}

/** The field's name where its section is not in sight: `Adres księgowy, ulica`. */
export function fieldName(side: Side, field: ImportField): string {
  const { section, label } = IMPORT_FIELDS[field];
  if (section === 'own' || field === 'addressList.0.name' || field === 'contactList.0.name') return label;
  return `${SECTION_TITLES[side][section]}, ${lowerFirst(label)}`;
}

function lowerFirst(label: string): string {
  return label.startsWith('E-') ? 'e-mail' : label.charAt(0).toLowerCase() + label.slice(1);
}
