import { type Currency, type Tolerance, toleranceRange } from '@spichlerz/shared/domain/contract';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { Kilograms, MinorUnits } from '@spichlerz/shared/domain/units';
import { formatAddress } from '@spichlerz/shared/words/address';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { EMPTY, formatDateRange, formatPrice, formatTonnes } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { formatTolerance } from '@spichlerz/shared/words/tolerance';
import { type Mail, writeMail } from './mail.ts';

type Option = { readonly price: MinorUnits; readonly quality: string };

export type ContractTerms = {
  readonly id: number;
  readonly documentNumber: string | null;
  readonly contractor: string;
  readonly rawMaterial: string;
  readonly variant: string | null;
  readonly quantityKg: Kilograms;
  readonly tolerance: Tolerance | null;
  readonly currency: Currency;
  readonly mainOption: Option;
  readonly additionalOptions: readonly Option[];
  readonly receiptFrom: string;
  readonly receiptTo: string;
  readonly isFca: boolean;
  readonly street: string | null;
  readonly buildingNumber: string | null;
  readonly postCode: string | null;
  readonly city: string | null;
  readonly countryCode: string | null;
  readonly isGmp: boolean;
  readonly isCert: boolean;
  readonly isFor: boolean;
  readonly county: string | null;
  readonly contacts: readonly string[];
  readonly owner: string;
  readonly comments: string | null;
};

/** The path of the contract's page in the web app, without its id. */
const PAGES: BySide<string> = {
  purchase: '/contract/purchase-list/dashboard',
  sales: '/contract/sale-list/dashboard',
};

const TITLES: BySide<string> = { purchase: 'Nowy kontrakt zakupu', sales: 'Nowy kontrakt sprzedaży' };

/** The notification of a new contract, with a line for each agreed term. */
export function contractMail(side: Side, terms: ContractTerms, withConfirmation: boolean): Mail {
  const words = SIDE_LABELS[side];
  const price = (option: Option) => `${formatPrice(option.price, terms.currency)}, ${option.quality}`;
  const rows: [string, string][] = [
    ['Nr kontraktu', terms.documentNumber ?? ''],
    [words.contractor, terms.contractor],
    ['Surowiec', joined(', ', terms.rawMaterial, terms.variant)],
    ['Ilość', formatTonnes(terms.quantityKg)],
    ['Tolerancja', toleranceText(terms)],
    ['Cena i jakość', price(terms.mainOption)],
    ['Dodatkowe opcje cenowe', terms.additionalOptions.map(price).join('; ')],
    [words.receiptDates, formatDateRange(terms.receiptFrom, terms.receiptTo)],
    ['Warunki dostawy', joined(', ', terms.isFca ? 'FCA' : 'CPT', placeText(terms))],
    ['Wymagania', requirementsText(terms)],
    ['Kontakty', terms.contacts.join('; ')],
    ['Opiekun', terms.owner],
    ['Uwagi', terms.comments ?? ''],
  ];
  return writeMail({
    subject: `${TITLES[side]}: ${contractNumber(terms)}, ${terms.rawMaterial}, ${terms.contractor}`,
    title: TITLES[side],
    paragraphs: [
      'W Spichlerzu dodano kontrakt.',
      ...(withConfirmation ? ['Jego potwierdzenie jest w załączniku.'] : []),
    ],
    rows: rows.filter(([, value]) => value !== ''),
    link: { words: 'Zobacz kontrakt w Spichlerzu', path: `${PAGES[side]}/${terms.id}/realization` },
  });
}

function toleranceText({ quantityKg, tolerance }: ContractTerms): string {
  if (tolerance === null) return '';
  const { fromKg, toKg } = toleranceRange({ quantityKg, tolerance });
  const range = `od ${formatTonnes(fromKg)} do ${formatTonnes(toKg)}`;
  return `${formatTolerance(tolerance)} (${range})`;
}

/** Returns an empty text when no place was agreed, as CPT allows. */
function placeText(terms: ContractTerms): string {
  const place = formatAddress(terms);
  return place === EMPTY ? '' : place;
}

function requirementsText({ isGmp, isCert, isFor, county }: ContractTerms): string {
  const cert = county === null ? 'CERT' : `CERT (${county})`;
  return joined(', ', isGmp ? 'GMP' : null, isCert ? cert : null, isFor ? 'FOR' : null);
}

function joined(by: string, ...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(by);
}
