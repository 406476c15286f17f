import { CURRENCIES } from '@spichlerz/shared/domain/contract';
import type { AuditEntity, AuditEntry } from '@spichlerz/shared/wire/audit-log';
import { NBSP } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
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
import {
  currencySymbol,
  EMPTY,
  formatDate,
  formatMoneyBare,
  formatPercent,
  formatPriceWithoutUnit,
  formatTonnes,
} from '../../words/format.ts';

/** What a record's other field said at the same time. */
export type Beside = (field: string) => Value | undefined;
export type Value = AuditEntry['changes'][string][0];
export type AuditField = {
  readonly label: string;
  /** `name` says how the record is called that the value is the key of, `beside` another field of the entry as it was then. */
  readonly show: (value: Value, name: string | undefined, beside: Beside) => string;
};
type Fields = Readonly<Record<string, AuditField>>;

/** An amount that was written with its figures alone. */
export function inCurrency(figures: string, currency: Value | undefined): string {
  const known = CURRENCIES.find((one) => one === currency);
  return known === undefined ? figures : `${figures}${NBSP}${currencySymbol(known)}`;
}

const missing = (value: Value) => value === null || value === '';
const text = (label: string): AuditField => ({
  label,
  show: (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) || EMPTY : EMPTY),
});
const flag = (label: string): AuditField => ({ label, show: (value) => (value === true ? 'tak' : 'nie') });
const number = (label: string, format: (value: number) => string): AuditField => ({
  label,
  show: (value) => (missing(value) ? EMPTY : format(Number(value))),
});
/** Kilograms or percent, as the unit beside it says; the oldest entries tell none. */
const toleranceSize = (label: string): AuditField => ({
  label,
  show: (value, _name, beside) => {
    if (missing(value)) return EMPTY;
    const unit = beside('toleranceUnit');
    if (unit === 'T') return formatTonnes(Number(value));
    return unit === 'PERCENT'
      ? formatPercent(Number(value))
      : `${Number(value).toLocaleString('pl-PL')} (kg lub %)`;
  },
});
const quantity = (label: string) => number(label, formatTonnes);
/** In the currency written down beside it; the oldest entries tell none. */
const money = (label: string, format: (minor: number) => string): AuditField => ({
  label,
  show: (value, _name, beside) =>
    missing(value) ? EMPTY : inCurrency(format(Number(value)), beside('currency')),
});
const price = (label: string) => money(label, formatPriceWithoutUnit);
const day = (label: string): AuditField => ({
  label,
  show: (value) => (typeof value === 'string' ? formatDate(value) : EMPTY),
});
const chosen = (label: string, words: Readonly<Record<string, string>>): AuditField => ({
  label,
  show: (value) => (typeof value === 'string' ? (words[value] ?? EMPTY) : EMPTY),
});
/** Another record; one that is gone has no name any more. */
const record = (label: string): AuditField => ({
  label,
  show: (value, name) => (missing(value) ? EMPTY : (name ?? 'usunięty')),
});

const ADDRESS: Fields = {
  street: text('Ulica'),
  buildingNumber: text('Nr budynku'),
  postCode: text('Kod pocztowy'),
  city: text('Miejscowość'),
  countryCode: record('Kraj'),
};

const CONTRACTOR: Fields = {
  ...ADDRESS,
  lastName: text('Nazwa / nazwisko'),
  companyName: text('Kod kontrahenta'),
  label: chosen('Rodzaj', CONTRACTOR_KIND_LABELS),
  firstName: text('Imię'),
  middleName: text('Drugie imię'),
  accountingMethod: chosen('Sposób rozliczania', ACCOUNTING_METHOD_LABELS),
  nip: text('NIP'),
  pesel: text('PESEL'),
  phoneNumber: text('Telefon'),
  email: text('E-mail'),
};

const CONTRACT: Fields = {
  ...ADDRESS,
  status: chosen('Status kontraktu', CONTRACT_STATUS_LABELS),
  agreementStatus: chosen('Status umowy', AGREEMENT_STATUS_LABELS),
  documentNumber: text('Nr kontraktu'),
  contractorId: record('Kontrahent'),
  ownerId: record('Opiekun'),
  rawMaterialId: record('Surowiec'),
  rawMaterialVariantId: record('Wariant'),
  qualityId: record('Jakość'),
  contractualQuality: text('Jakość kontraktowa'),
  quantityKg: quantity('Ilość'),
  currency: text('Waluta'),
  priceMinorPerTonne: price('Cena główna za tonę'),
  minPriceMinorPerTonne: price('Cena minimalna za tonę'),
  fcaCpt: { label: 'Warunki dostawy', show: (value) => (value === true ? 'FCA' : 'CPT') },
  isFor: flag('FOR'),
  isCert: flag('CERT'),
  isGmp: flag('GMP'),
  countyCode: record('Powiat'),
  receiptFrom: day('Termin od'),
  receiptTo: day('Termin do'),
  toleranceType: chosen('Tolerancja', TOLERANCE_TYPE_LABELS),
  toleranceUnit: chosen('Jednostka tolerancji', TOLERANCE_UNIT_LABELS),
  toleranceQuantity: toleranceSize('Wielkość tolerancji'),
  comments: text('Uwagi'),
  openKg: quantity('Zaalokowano'),
  contractId: record('Kontrakt'),
};

const TRANSPORT: Fields = {
  status: chosen('Status', TRANSPORT_STATUS_LABELS),
  purchaseId: record('Kontrakt zakupu'),
  salesId: record('Kontrakt sprzedaży'),
  registrationNumber: text('Nr rejestracyjny'),
  trailerNumber: text('Nr naczepy'),
  carrierName: text('Przewoźnik'),
  driverName: text(HEADERS.driver),
  phoneNumber: text(HEADERS.driverPhone),
  quantityKg: quantity('Ilość'),
  realQuantityKg: quantity('Ilość rzeczywista'),
  extraKg: quantity('Ponad alokację'),
  priceMinorPerTonne: price(HEADERS.freightPrice),
  currency: text('Waluta'),
  dateLoading: day('Data załadunku'),
  dateUnloading: day('Data rozładunku'),
  isGmp: flag('GMP'),
  gmpNumber: text(HEADERS.gmpNumber),
  isReturned: flag('Zwrot do dostawcy'),
  comment: text('Uwagi'),
  details: text('Szczegóły'),
  freightMinor: money(HEADERS.freight, formatMoneyBare),
  freightInvoiceNumber: text(HEADERS.freightInvoiceNumber),
  freightInvoiceDate: day(HEADERS.freightInvoiceDate),
  freightPaymentDate: day(HEADERS.freightPaymentDate),
};

const SETTLEMENT: Fields = {
  status: chosen('Status', SETTLEMENT_STATUS_LABELS),
  priceMinorPerTonne: price('Cena rzeczywista za tonę'),
  quality: text('Jakość rzeczywista'),
  details: text('Szczegóły'),
  deductions: text('Potrącenia'),
  invoiceNumber: text('Nr faktury'),
  deliverDate: day('Data dostawy'),
  paymentDate: day('Termin płatności'),
  sentQuantityKg: quantity('Ilość w wysłanym rozliczeniu'),
  sentAmountMinor: money('Kwota w wysłanym rozliczeniu', formatMoneyBare),
};

const USER: Fields = {
  ...ADDRESS,
  email: text('E-mail'),
  firstName: text('Imię'),
  lastName: text('Nazwisko'),
  role: chosen('Rola', ROLE_LABELS),
  active: flag('Konto aktywne'),
  gender: chosen('Płeć', { female: 'kobieta', male: 'mężczyzna' }),
  isNotifyOnPurchase: flag('Powiadomienia: nowe kontrakty zakupu'),
  isNotifyOnSales: flag('Powiadomienia: nowe kontrakty sprzedaży'),
};

const MATERIAL: Fields = {
  name: text('Nazwa'),
  displayOrder: text(HEADERS.displayOrder),
  type: chosen('Rodzaj parametru', { BOOLEAN: 'Tak/Nie', NUMBER: 'Liczba', TEXT: 'Tekst' }),
  unit: text('Jednostka'),
};

/** What an action means by a column otherwise than the others do: a sale sends no statement, its invoice says the amount. */
export const FIELDS_OF_ACTION: Readonly<Record<string, Fields>> = {
  'sales.invoiced': { sentAmountMinor: money('Kwota na fakturze', formatMoneyBare) },
};

/** How each column that the history of a record names is called and reads. */
export const AUDIT_FIELDS: Readonly<Record<AuditEntity, Fields>> = {
  contract: CONTRACT,
  contractor: CONTRACTOR,
  transport: TRANSPORT,
  settlement: SETTLEMENT,
  user: USER,
  material: MATERIAL,
};
