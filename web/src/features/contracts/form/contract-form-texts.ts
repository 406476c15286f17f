import { whyNotDeleteContract } from '@spichlerz/shared/domain/contract';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatAddress } from '@spichlerz/shared/words/address';
import { READING_SOURCE_LABELS, WEIGHT_BASIS_LABELS } from '@spichlerz/shared/words/discount-rules';
import {
  EMPTY,
  formatDate,
  formatPriceWithoutUnit,
  formatTonnes,
  orEmpty,
} from '@spichlerz/shared/words/figures';
import { formatPaymentDays } from '@spichlerz/shared/words/printed-terms';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { AGREEMENT_STATUS_LABELS, CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { formatTolerance } from '@spichlerz/shared/words/tolerance';
import type { FieldPath } from 'react-hook-form';
import type { FieldDescriptions } from '../../../components/save/record-changes.ts';
import { ERROR_SENTENCES } from '../../../words/error-sentences.ts';
import { RULES_REASON, type TableChoice } from './contract-form-rule-values.ts';
import {
  type ContractValues,
  type MainOptionValues,
  readTolerance,
  type ToleranceValues,
} from './contract-form-values.ts';

/** Functions that return the names of the ids in the form. */
export type ContractNames = {
  readonly contractor: (id: number | null) => string;
  readonly owner: (id: number | null) => string;
  readonly rawMaterial: (id: number | null) => string;
  readonly variant: (id: number | null) => string;
  readonly quality: (id: number | null) => string;
  readonly county: (code: string | null) => string;
  readonly discountTable: (choice: TableChoice) => string;
};

type SideFormTexts = {
  createTitle: string;
  created: string;
  /** For example "z dostawcą". */
  withContractor: string;
  freight: { fca: string; cpt: string };
  addressChoice: string;
  chooseFirst: string;
  noAddress: string;
  /** The notice that a typed address has stayed after a change of the contractor. */
  typedAddressKept: (address: string) => string;
  takeAddress: string;
  contactChoice: string;
};

/** Texts of the form that differ between the sides. */
export const FORM_TEXTS: BySide<SideFormTexts> = {
  purchase: {
    createTitle: 'Dodać kontrakt zakupu?',
    created: 'Dodano kontrakt zakupu',
    withContractor: 'z dostawcą',
    freight: {
      fca: 'FCA: towar odbieramy spod adresu dostawcy.',
      cpt: 'CPT: dostawca przywozi towar pod wskazany adres.',
    },
    addressChoice: 'Adres dostawcy',
    chooseFirst: 'Najpierw wybierz dostawcę',
    noAddress: 'Dostawca nie ma zapisanego adresu',
    typedAddressKept: (address) =>
      `Miejsce załadunku wpisano ręcznie, więc po zmianie dostawcy zostało: ${address}.`,
    takeAddress: 'Wstaw adres dostawcy',
    contactChoice: 'Z kontaktów dostawcy',
  },
  sales: {
    createTitle: 'Dodać kontrakt sprzedaży?',
    created: 'Dodano kontrakt sprzedaży',
    withContractor: 'z odbiorcą',
    freight: {
      fca: 'FCA: pełny adres odbiorcy jest wymagany.',
      cpt: 'CPT: towar dowozimy pod wskazany adres.',
    },
    addressChoice: 'Adres odbiorcy',
    chooseFirst: 'Najpierw wybierz odbiorcę',
    noAddress: 'Odbiorca nie ma zapisanego adresu',
    typedAddressKept: (address) =>
      `Miejsce rozładunku wpisano ręcznie, więc po zmianie odbiorcy zostało: ${address}.`,
    takeAddress: 'Wstaw adres odbiorcy',
    contactChoice: 'Z kontaktów odbiorcy',
  },
};

const yesNo = (value: boolean) => (value ? 'tak' : 'nie');
const lines = (texts: readonly string[]) => (texts.length === 0 ? EMPTY : texts.join('; '));

export function showTolerance(tolerance: ToleranceValues): string {
  const read = readTolerance(tolerance);
  if (read === null) return tolerance.isOn ? EMPTY : 'bez tolerancji';
  return formatTolerance(read);
}

export function showQuality(option: MainOptionValues, names: Pick<ContractNames, 'quality'>): string {
  return option.isContractualQuality
    ? orEmpty(option.contractualQuality)
    : names.quality(option.rawMaterialQualityId);
}

/** The label and format of each form field, for lists of changes. */
export function contractFieldDescriptions(
  side: Side,
  names: ContractNames,
): FieldDescriptions<ContractValues> {
  const words = SIDE_LABELS[side];
  // prices are shown without a currency, because the currency may have changed too
  const price = (option: MainOptionValues) =>
    `${formatPriceWithoutUnit(option.price)} za tonę, ${showQuality(option, names)}`;
  return {
    contractorId: { label: words.contractor, show: names.contractor },
    documentNumber: { label: 'Nr kontraktu', show: orEmpty },
    status: { label: 'Status kontraktu', show: (status) => CONTRACT_STATUS_LABELS[status] },
    agreementStatus: { label: 'Status umowy', show: (status) => AGREEMENT_STATUS_LABELS[status] },
    userId: { label: 'Opiekun', show: names.owner },
    currency: { label: 'Waluta', show: orEmpty },
    fcaCpt: { label: 'Warunki dostawy', show: (isFca) => (isFca ? 'FCA' : 'CPT') },
    isFor: { label: 'FOR', show: yesNo },
    isCert: { label: 'CERT', show: yesNo },
    isGmp: { label: 'GMP', show: yesNo },
    countyCode: { label: 'Powiat', show: names.county },
    rawMaterialId: { label: 'Surowiec', show: names.rawMaterial },
    rawMaterialVariantId: { label: 'Wariant', show: names.variant },
    quantityKg: { label: 'Ilość', show: formatTonnes },
    tolerance: { label: 'Tolerancja', show: showTolerance },
    mainCargoOption: { label: 'Cena główna i jakość', show: price },
    minPrice: { label: 'Cena minimalna', show: formatPriceWithoutUnit },
    additionalCargoOption: {
      label: 'Dodatkowe opcje cenowe',
      show: (options) =>
        lines(
          options.map((option) =>
            option.attachToContract ? `${price(option)} (w załączniku do umowy)` : price(option),
          ),
        ),
    },
    dateOfReceiptFrom: { label: `${words.receiptDates} od`, show: formatDate },
    dateOfReceiptTo: { label: `${words.receiptDates} do`, show: formatDate },
    address: { label: words.freightPlace, show: formatAddress },
    contactList: {
      label: 'Kontakty',
      show: (contacts) => lines(contacts.map(({ contactField }) => contactField)),
    },
    emailNotificationList: { label: 'Powiadomienia', show: lines },
    attachConfirmation: { label: 'Potwierdzenie w załączniku', show: yesNo },
    comments: { label: 'Uwagi', show: orEmpty },
    paymentDays: { label: 'Termin płatności', show: formatPaymentDays },
    concludedOn: { label: 'Data zawarcia', show: formatDate },
    concludedAt: { label: 'Miejsce zawarcia', show: orEmpty },
    printedRemarks: { label: 'Uwagi na wydruku', show: orEmpty },
    discountTableId: { label: 'Tabela potrąceń', show: names.discountTable },
    weightBasis: { label: 'Waga rozliczeniowa', show: (basis) => WEIGHT_BASIS_LABELS[basis] },
    readingSource: { label: 'Wyniki badań', show: (source) => READING_SOURCE_LABELS[source] },
    reason: { label: RULES_REASON, show: orEmpty },
  };
}

/** The reason why the contract cannot be deleted, or null (customer decisions 5). */
export function whyNotDelete(side: Side, contract: ContractRecord): string | null {
  const code = whyNotDeleteContract(side, { ...contract, allocatedKg: kilograms(contract.allocated) });
  if (code === null) return contract.canDelete ? null : ERROR_SENTENCES.CONFLICT;
  if (code !== 'CONFLICT') return 'Kontrakt ma transporty, więc nie można go usunąć.';
  return contract.allocated > 0
    ? 'Kontrakt ma alokacje, więc nie można go usunąć. Najpierw je zwolnij.'
    : 'Umowa jest podpisana, więc kontraktu nie można usunąć.';
}

export const LOCKED_MATERIAL = 'Kontrakt ma alokacje lub transporty, więc surowca nie można zmienić.';
export const LOCKED_CURRENCY = 'Kontrakt ma dostawy, więc waluty nie można zmienić.';
export const LOCKED_CONTRACTOR: BySide<string> = {
  purchase: 'Kontrakt ma transporty, więc dostawcy nie można zmienić.',
  sales: 'Kontrakt ma transporty, więc odbiorcy nie można zmienić.',
};

/** The form field of each request field that has another name in the form. */
export const CONTRACT_FIELD_NAMES = {
  purchaseSupplierId: 'contractorId',
  salesRecipientId: 'contractorId',
  address: 'address.city',
  toleranceType: 'tolerance.type',
  toleranceUnit: 'tolerance.unit',
  toleranceQuantity: 'tolerance.quantity',
} as const satisfies Readonly<Record<string, FieldPath<ContractValues>>>;
