import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractUsage } from '@spichlerz/shared/wire/usage';
import { formatAddress } from '@spichlerz/shared/words/address';
import { ADDRESS_LABELS } from '@spichlerz/shared/words/contractor-fields';
import { EMPTY, orEmpty } from '@spichlerz/shared/words/figures';
import { ACCOUNTING_METHOD_LABELS, CONTRACTOR_KIND_LABELS } from '@spichlerz/shared/words/statuses';
import type { CountryName } from '../../components/field/use-country-name.ts';
import type { FieldDescriptions } from '../../components/save/record-changes.ts';
import { usageText } from '../../words/plural.ts';
import type { ContactItemValues, ContractorValues } from './contractor-form-values.ts';

type ContractorTexts = {
  /** The title of the form of a new contractor. */
  newTitle: string;
  /** The option of a select field that creates a contractor. */
  create: string;
  add: string;
  created: string;
  changed: string;
  deleted: string;
  deleteTitle: string;
  /** The message of an empty list. */
  none: string;
  /** For example "Adresy odbioru". */
  addresses: string;
  address: string;
  /** The placeholder of an address name. */
  addressNameHint: string;
  /** The reason why the contractor cannot be deleted, or null. */
  inUse: (usage: ContractUsage) => string | null;
  /** Which names and numbers are required (customer decisions 6). */
  identityHint: string;
};

function inUseSentence(beginning: string, usage: ContractUsage): string | null {
  const used = usageText(usage);
  return used === null ? null : `${beginning} ${used}. Dlatego nie można go usunąć.`;
}

/** Texts that differ between suppliers and recipients. */
export const CONTRACTOR_TEXTS: BySide<ContractorTexts> = {
  purchase: {
    newTitle: 'Nowy dostawca',
    create: 'Dodaj nowego dostawcę',
    add: 'Dodaj dostawcę',
    created: 'Dodano dostawcę',
    changed: 'Zapisano dostawcę',
    deleted: 'Usunięto dostawcę',
    deleteTitle: 'Usunąć dostawcę?',
    none: 'Nie ma jeszcze dostawców',
    addresses: 'Adresy odbioru',
    address: ADDRESS_LABELS.purchase,
    addressNameHint: 'np. Magazyn przy gospodarstwie',
    identityHint: 'Podaj NIP albo PESEL; wystarczy jeden z tych numerów.',
    inUse: (usage) => inUseSentence('Ten dostawca ma', usage),
  },
  sales: {
    newTitle: 'Nowy odbiorca',
    create: 'Dodaj nowego odbiorcę',
    add: 'Dodaj odbiorcę',
    created: 'Dodano odbiorcę',
    changed: 'Zapisano odbiorcę',
    deleted: 'Usunięto odbiorcę',
    deleteTitle: 'Usunąć odbiorcę?',
    none: 'Nie ma jeszcze odbiorców',
    addresses: 'Adresy dostawy',
    address: ADDRESS_LABELS.sales,
    addressNameHint: 'np. Młyn, brama 2',
    identityHint: 'Podaj nazwę albo kod kontrahenta oraz NIP albo PESEL.',
    inUse: (usage) => inUseSentence('Ten odbiorca ma', usage),
  },
};

const lines = (texts: readonly string[]) => (texts.length === 0 ? EMPTY : texts.join('; '));

const contactLine = ({ name, firstName, lastName, phoneNumber, email }: ContactItemValues) =>
  [name, `${firstName} ${lastName}`.trim(), phoneNumber, email].filter((text) => text !== '').join(', ');

export const contactLines = (contacts: readonly ContactItemValues[]) => lines(contacts.map(contactLine));

/** The label and format of each form field, for lists of changes. */
export function contractorFieldDescriptions(
  side: Side,
  countryName: CountryName,
): FieldDescriptions<ContractorValues> {
  return {
    lastName: { label: 'Nazwa / nazwisko', show: orEmpty },
    companyName: { label: 'Kod kontrahenta', show: orEmpty },
    label: { label: 'Rodzaj', show: (label) => CONTRACTOR_KIND_LABELS[label] },
    firstName: { label: 'Imię', show: orEmpty },
    middleName: { label: 'Drugie imię', show: orEmpty },
    accountingMethod: { label: 'Sposób rozliczania', show: (method) => ACCOUNTING_METHOD_LABELS[method] },
    nip: { label: 'NIP', show: orEmpty },
    pesel: { label: 'PESEL', show: orEmpty },
    phoneNumber: { label: 'Telefon', show: orEmpty },
    email: { label: 'E-mail', show: orEmpty },
    street: { label: 'Adres księgowy, ulica', show: orEmpty },
    buildingNumber: { label: 'Adres księgowy, nr budynku', show: orEmpty },
    postCode: { label: 'Adres księgowy, kod pocztowy', show: orEmpty },
    city: { label: 'Adres księgowy, miejscowość', show: orEmpty },
    countryCode: { label: 'Adres księgowy, kraj', show: (code) => orEmpty(countryName(code)) },
    addressList: {
      label: CONTRACTOR_TEXTS[side].addresses,
      show: (items) => lines(items.map((item) => `${item.name}: ${formatAddress(item)}`)),
    },
    contactList: { label: 'Kontakty', show: contactLines },
  };
}
