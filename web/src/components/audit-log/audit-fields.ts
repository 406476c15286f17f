import { CURRENCIES } from '@spichlerz/shared/domain/contract';
import type { AuditEntity, AuditEntry } from '@spichlerz/shared/wire/audit-log';
import { READING_SOURCE_LABELS, WEIGHT_BASIS_LABELS } from '@spichlerz/shared/words/discount-rules';
import {
  currencySymbol,
  EMPTY,
  formatDate,
  formatPercent,
  formatPriceWithoutUnit,
  formatTonnes,
  NBSP,
} from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import {
  ACCOUNTING_METHOD_LABELS,
  AGREEMENT_STATUS_LABELS,
  CONTRACT_STATUS_LABELS,
  CONTRACTOR_KIND_LABELS,
  ROLE_LABELS,
  SETTLEMENT_STATUS_LABELS,
  TOLERANCE_TYPE_LABELS,
  TOLERANCE_UNIT_LABELS,
  TRANSPORT_STATUS_LABELS,
} from '@spichlerz/shared/words/statuses';
import { formatMoneyBare } from '../../words/format.ts';
import { counted, NOUN_FORMS } from '../../words/plural.ts';

/** Returns the value of another field of the same audit entry. */
export type SiblingLookup = (field: string) => Value | undefined;
export type Value = AuditEntry['changes'][string][0];
export type AuditField = {
  readonly label: string;
  /** `name` is the name of the referenced record. `sibling` returns another field of the same entry. */
  readonly show: (value: Value, name: string | undefined, sibling: SiblingLookup) => string;
};
type Fields = Readonly<Record<string, AuditField>>;

/** Adds the currency to an amount that is formatted without one. */
export function inCurrency(figures: string, currency: Value | undefined): string {
  const known = CURRENCIES.find((one) => one === currency);
  return known === undefined ? figures : `${figures}${NBSP}${currencySymbol(known)}`;
}

const isBlank = (value: Value) => value === null || value === '';
const text = (label: string): AuditField => ({
  label,
  show: (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) || EMPTY : EMPTY),
});
const flag = (label: string): AuditField => ({ label, show: (value) => (value === true ? 'tak' : 'nie') });
const number = (label: string, format: (value: number) => string): AuditField => ({
  label,
  show: (value) => (isBlank(value) ? EMPTY : format(Number(value))),
});
/** Kilograms or percent, depending on the unit in the same entry; the oldest entries have no unit. */
const toleranceSize = (label: string): AuditField => ({
  label,
  show: (value, _name, sibling) => {
    if (isBlank(value)) return EMPTY;
    const unit = sibling('toleranceUnit');
    if (unit === 'T') return formatTonnes(Number(value));
    return unit === 'PERCENT'
      ? formatPercent(Number(value))
      : `${Number(value).toLocaleString('pl-PL')} (kg lub %)`;
  },
});
const quantity = (label: string) => number(label, formatTonnes);
/** An amount in the currency of the same entry; the oldest entries have no currency. */
const money = (label: string, format: (minor: number) => string): AuditField => ({
  label,
  show: (value, _name, sibling) =>
    isBlank(value) ? EMPTY : inCurrency(format(Number(value)), sibling('currency')),
});
const price = (label: string) => money(label, formatPriceWithoutUnit);
const day = (label: string): AuditField => ({
  label,
  show: (value) => (typeof value === 'string' ? formatDate(value) : EMPTY),
});
const days = (label: string) => number(label, (count) => counted(count, NOUN_FORMS.days));
const choice = (label: string, words: Readonly<Record<string, string>>): AuditField => ({
  label,
  show: (value) => (typeof value === 'string' ? (words[value] ?? EMPTY) : EMPTY),
});
/** A reference to another record; a deleted record has no name. */
const reference = (label: string): AuditField => ({
  label,
  show: (value, name) => (isBlank(value) ? EMPTY : (name ?? 'usunięty')),
});

/** A list of sentences, written by the server. */
const sentences = (label: string): AuditField => ({
  label,
  show: (value) => (Array.isArray(value) && value.length > 0 ? value.map(String).join('; ') : EMPTY),
});

const ADDRESS: Fields = {
  street: text('Ulica'),
  buildingNumber: text('Nr budynku'),
  postCode: text('Kod pocztowy'),
  city: text('Miejscowość'),
  countryCode: reference('Kraj'),
};

const CONTRACTOR: Fields = {
  ...ADDRESS,
  lastName: text('Nazwa / nazwisko'),
  companyName: text('Kod kontrahenta'),
  carrierName: text('Nazwa'),
  label: choice('Rodzaj', CONTRACTOR_KIND_LABELS),
  firstName: text('Imię'),
  middleName: text('Drugie imię'),
  accountingMethod: choice('Sposób rozliczania', ACCOUNTING_METHOD_LABELS),
  nip: text('NIP'),
  pesel: text('PESEL'),
  phoneNumber: text('Telefon'),
  email: text('E-mail'),
  paymentDays: days('Termin płatności'),
  note: text('Uwagi'),
};

const CONTRACT: Fields = {
  ...ADDRESS,
  status: choice('Status kontraktu', CONTRACT_STATUS_LABELS),
  agreementStatus: choice('Status umowy', AGREEMENT_STATUS_LABELS),
  documentNumber: text('Nr kontraktu'),
  contractorId: reference('Kontrahent'),
  ownerId: reference('Opiekun'),
  rawMaterialId: reference('Surowiec'),
  rawMaterialVariantId: reference('Wariant'),
  qualityId: reference('Jakość'),
  contractualQuality: text('Jakość kontraktowa'),
  quantityKg: quantity('Ilość'),
  currency: text('Waluta'),
  priceMinorPerTonne: price('Cena główna za tonę'),
  minPriceMinorPerTonne: price('Cena minimalna za tonę'),
  fcaCpt: { label: 'Warunki dostawy', show: (value) => (value === true ? 'FCA' : 'CPT') },
  isFor: flag('FOR'),
  isCert: flag('CERT'),
  isGmp: flag('GMP'),
  countyCode: reference('Powiat'),
  receiptFrom: day('Termin od'),
  receiptTo: day('Termin do'),
  toleranceType: choice('Tolerancja', TOLERANCE_TYPE_LABELS),
  toleranceUnit: choice('Jednostka tolerancji', TOLERANCE_UNIT_LABELS),
  toleranceQuantity: toleranceSize('Wielkość tolerancji'),
  comments: text('Uwagi'),
  paymentDays: days('Termin płatności'),
  concludedOn: day('Data zawarcia'),
  concludedAt: text('Miejsce zawarcia'),
  printedRemarks: text('Uwagi na wydruku'),
  weightBasis: choice('Waga rozliczeniowa', WEIGHT_BASIS_LABELS),
  readingSource: choice('Wyniki badań', READING_SOURCE_LABELS),
  discountTableId: reference('Tabela potrąceń'),
  discountRules: sentences('Reguły rozliczenia'),
  openKg: quantity('Zaalokowano'),
  contractId: reference('Kontrakt'),
  statementNumber: text('Rozliczenie'),
  printout: text('Wydruk'),
};

const TRANSPORT: Fields = {
  status: choice('Status', TRANSPORT_STATUS_LABELS),
  purchaseId: reference('Kontrakt zakupu'),
  salesId: reference('Kontrakt sprzedaży'),
  registrationNumber: text('Nr rejestracyjny'),
  trailerNumber: text('Nr naczepy'),
  carrierId: reference('Przewoźnik z kartoteki'),
  carrierName: text('Przewoźnik'),
  driverName: text(HEADERS.driver),
  phoneNumber: text(HEADERS.driverPhone),
  quantityKg: quantity('Ilość'),
  realQuantityKg: quantity('Ilość rzeczywista'),
  extraKg: quantity('Ponad alokację'),
  priceMinorPerTonne: price(HEADERS.freightPerTonne),
  currency: text('Waluta'),
  dateLoading: day('Data załadunku'),
  dateUnloading: day('Data rozładunku'),
  isGmp: flag('GMP'),
  gmpNumber: text(HEADERS.gmpNumber),
  isReturned: flag('Zwrot do dostawcy'),
  comment: text('Uwagi'),
  carrierPaymentDays: days('Termin płatności dla przewoźnika'),
  carrierRemarks: text('Uwagi dla przewoźnika'),
  details: text('Szczegóły'),
  freightMinor: money(HEADERS.freight, formatMoneyBare),
  freightInvoiceNumber: text(HEADERS.freightInvoiceNumber),
  freightInvoiceDate: day(HEADERS.freightInvoiceDate),
  freightPaymentDate: day(HEADERS.freightPaymentDate),
  freightKsefNumber: text(HEADERS.ksefNumber),
  readings: sentences('Wyniki badań'),
  weighTickets: sentences('Kwity wagowe'),
  costs: sentences('Pozostałe koszty'),
  printout: text('Wydruk'),
};

const SETTLEMENT: Fields = {
  status: choice('Status', SETTLEMENT_STATUS_LABELS),
  priceMinorPerTonne: price('Cena rzeczywista za tonę'),
  quality: text('Jakość rzeczywista'),
  details: text('Szczegóły'),
  deductions: text('Potrącenia'),
  invoiceNumber: text('Nr faktury'),
  deliverDate: day('Data dostawy'),
  paymentDate: day('Termin płatności'),
  invoiceDate: day(HEADERS.issueDate),
  ksefNumber: text(HEADERS.ksefNumber),
  sentQuantityKg: quantity('Ilość w wysłanym rozliczeniu'),
  sentAmountMinor: money('Kwota w wysłanym rozliczeniu', formatMoneyBare),
  acceptedKg: quantity(HEADERS.acceptedQuantity),
  optionPriceMinorPerTonne: price('Cena opcji kontraktu'),
  overrides: sentences('Zmienione pozycje'),
};

const INVOICE: Fields = {
  correctsNumber: text('Koryguje fakturę'),
  amountMinor: money('Różnica kwoty', formatMoneyBare),
  number: text(HEADERS.invoiceNumber),
  issueDate: day(HEADERS.issueDate),
  dueDate: day(HEADERS.paymentDate),
  ksefNumber: text(HEADERS.ksefNumber),
  note: text('Uwagi'),
};

const USER: Fields = {
  ...ADDRESS,
  email: text('E-mail'),
  firstName: text('Imię'),
  lastName: text('Nazwisko'),
  role: choice('Rola', ROLE_LABELS),
  active: flag('Konto aktywne'),
  gender: choice('Płeć', { female: 'kobieta', male: 'mężczyzna' }),
  isNotifyOnPurchase: flag('Powiadomienia: nowe kontrakty zakupu'),
  isNotifyOnSales: flag('Powiadomienia: nowe kontrakty sprzedaży'),
};

const MATERIAL: Fields = {
  name: text('Nazwa'),
  displayOrder: text(HEADERS.displayOrder),
  type: choice('Rodzaj parametru', { BOOLEAN: 'Tak/Nie', NUMBER: 'Liczba', TEXT: 'Tekst' }),
  unit: text('Jednostka'),
  side: choice('Rodzaj kontraktu', {
    purchase: SIDE_LABELS.purchase.contract,
    sales: SIDE_LABELS.sales.contract,
  }),
  currency: text('Waluta'),
  isActive: flag('Aktywna'),
  discountRules: sentences('Reguły'),
};

const INVOICED: Fields = {
  sentQuantityKg: quantity('Ilość na fakturze'),
  sentAmountMinor: money('Kwota na fakturze', formatMoneyBare),
};

/**
 * In these actions the amount and the kilograms are those of the sales invoice, so they have other labels than
 * in AUDIT_FIELDS.
 */
export const FIELDS_OF_ACTION: Readonly<Record<string, Fields>> = {
  'sales.invoiced': INVOICED,
  'sales.invoiceTakenBack': INVOICED,
};

/** The label and format of each field in an audit entry, per kind of record. */
export const AUDIT_FIELDS: Readonly<Record<AuditEntity, Fields>> = {
  contract: CONTRACT,
  contractor: CONTRACTOR,
  transport: TRANSPORT,
  settlement: SETTLEMENT,
  invoice: INVOICE,
  user: USER,
  material: MATERIAL,
};
