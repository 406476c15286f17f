import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { CONTRACTOR_LIST_MAX } from '@spichlerz/shared/domain/contractor';
import {
  type ContractorField,
  contractorFields,
  type FirstContractorField,
  firstOfList,
  listIndexOf,
} from '@spichlerz/shared/words/contractor-fields';

const ADDRESS_WORDS = ['odbioru', 'dostawy', 'magazynu', 'zaladunku', 'rozladunku', 'pickup', 'delivery'];
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

/** Known headers of each field, in the form of `headerKey`. */
const HEADERS = {
  lastName: [
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
  companyName: [
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
  label: ['rodzaj', 'typ', 'etykieta', 'label', 'type', 'kind'],
  firstName: ['imie', 'first name'],
  middleName: ['drugie imie', 'middle name'],
  accountingMethod: [
    'sposob rozliczania',
    'sposob rozliczenia',
    'rozliczanie',
    'vat rr',
    'accounting method',
  ],
  nip: ['nip', 'numer nip', 'nr nip', 'tax id', 'vat id'],
  pesel: ['pesel', 'numer pesel', 'nr pesel', 'personal id'],
  phoneNumber: PHONE,
  email: EMAIL,
  paymentDays: ['termin platnosci dni', 'termin platnosci', 'dni platnosci', 'payment days'],
  note: ['uwagi', 'notatka', 'note', 'comment'],
  street: [...STREET, 'adres'],
  buildingNumber: BUILDING,
  postCode: POST_CODE,
  city: CITY,
  countryCode: COUNTRY,
  'addressList.0.name': [
    'nazwa adresu',
    'magazyn',
    'address name',
    ...withWords(ADDRESS_WORDS, 'nazwa', 'miejsce'),
  ],
  'addressList.0.street': withWords(ADDRESS_WORDS, ...STREET, 'adres'),
  'addressList.0.buildingNumber': withWords(ADDRESS_WORDS, ...BUILDING),
  'addressList.0.postCode': withWords(ADDRESS_WORDS, ...POST_CODE),
  'addressList.0.city': withWords(ADDRESS_WORDS, ...CITY),
  'addressList.0.countryCode': withWords(ADDRESS_WORDS, ...COUNTRY),
  'contactList.0.name': [
    'nazwa kontaktu',
    'kontakt',
    'osoba kontaktowa',
    'contact',
    'contact name',
    'imie i nazwisko kontaktu',
  ],
  'contactList.0.firstName': withWords(CONTACT_WORDS, 'imie', 'first name'),
  'contactList.0.lastName': withWords(CONTACT_WORDS, 'nazwisko', 'last name'),
  'contactList.0.phoneNumber': withWords(CONTACT_WORDS, ...PHONE),
  'contactList.0.email': withWords(CONTACT_WORDS, ...EMAIL),
} satisfies Record<FirstContractorField, readonly string[]>;

/**
 * The headers of a carrier's only name field. In files it often has the header of a contractor's last name or
 * code.
 */
const CARRIER_NAME: readonly string[] = [
  ...HEADERS.lastName,
  ...HEADERS.companyName,
  'przewoznik',
  'nazwa przewoznika',
  'firma',
  'carrier',
];

/**
 * The known headers of a field. The headers of a second or further address or contact end with its number:
 * `ulica dostawy 2`.
 */
export function headersOf(field: ContractorField, fields: readonly ContractorField[]): readonly string[] {
  if (field === 'companyName' && !fields.includes('lastName')) return CARRIER_NAME;
  const headers: readonly string[] = HEADERS[firstOfList(field)];
  const index = listIndexOf(field);
  return index === 0 ? headers : headers.map((header) => `${header} ${index + 1}`);
}

/** All fields, with the maximum number of addresses and contacts. */
export const fieldsOf = (kind: ContractorKind): readonly ContractorField[] =>
  contractorFields(kind, {
    addresses: kind === 'carrier' ? 0 : CONTRACTOR_LIST_MAX,
    contacts: CONTRACTOR_LIST_MAX,
  });

/** The fields that the screen shows for every file. */
export const firstFieldsOf = (kind: ContractorKind): readonly ContractorField[] =>
  contractorFields(kind, { addresses: kind === 'carrier' ? 0 : 1, contacts: 1 });
