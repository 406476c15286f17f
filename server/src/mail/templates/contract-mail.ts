import { type Currency, type Tolerance, toleranceRange } from '@spichlerz/shared/domain/contract';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { Kilograms, MinorUnits } from '@spichlerz/shared/domain/units';
import { SIDE_WORDS } from '@spichlerz/shared/words/side';
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
  readonly isGmp: boolean;
  readonly isCert: boolean;
  readonly isFor: boolean;
  readonly county: string | null;
  readonly contacts: readonly string[];
  readonly owner: string;
  readonly comments: string | null;
};

/** The path of the web app's page of a contract, without its id. */
const PAGES: BySide<string> = {
  purchase: '/contract/purchase-list/dashboard',
  sales: '/contract/sale-list/dashboard',
};

const TITLES: BySide<string> = { purchase: 'Nowy kontrakt zakupu', sales: 'Nowy kontrakt sprzedaży' };

const tonnesNumber = new Intl.NumberFormat('pl-PL', { minimumFractionDigits: 3, useGrouping: 'always' });
const tonnes = (kg: number) => `${tonnesNumber.format(kg / 1000)} t`;

/** Tells the people on a contract's notification list what was agreed. What nobody agreed on has no line. */
export function contractMail(side: Side, terms: ContractTerms, withConfirmation: boolean): Mail {
  const words = SIDE_WORDS[side];
  const number = terms.documentNumber ?? 'bez numeru';
  const money = new Intl.NumberFormat('pl-PL', {
    style: 'currency',
    currency: terms.currency,
    useGrouping: 'always',
  });
  const price = (option: Option) => `${money.format(option.price / 100)}/t, ${option.quality}`;
  const rows: [string, string][] = [
    ['Nr kontraktu', number],
    [words.contractor, terms.contractor],
    ['Surowiec', joined(', ', terms.rawMaterial, terms.variant)],
    ['Ilość', tonnes(terms.quantityKg)],
    ['Tolerancja', toleranceText(terms)],
    ['Cena i jakość', price(terms.mainOption)],
    ['Dodatkowe opcje cenowe', terms.additionalOptions.map(price).join('; ')],
    [words.receiptDates, `${polishDay(terms.receiptFrom)} – ${polishDay(terms.receiptTo)}`],
    ['Warunki dostawy', joined(', ', terms.isFca ? 'FCA' : 'CPT', addressText(terms))],
    ['Wymagania', requirementsText(terms)],
    ['Kontakty', terms.contacts.join('; ')],
    ['Opiekun', terms.owner],
    ['Uwagi', terms.comments ?? ''],
  ];
  return writeMail({
    subject: `${TITLES[side]}: ${number}, ${terms.rawMaterial}, ${terms.contractor}`,
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
  const range = `od ${tonnes(fromKg)} do ${tonnes(toKg)}`;
  return `${formatTolerance(tolerance)} (${range})`;
}

function addressText({ street, buildingNumber, postCode, city }: ContractTerms): string {
  return joined(', ', joined(' ', street, buildingNumber), joined(' ', postCode, city));
}

function requirementsText({ isGmp, isCert, isFor, county }: ContractTerms): string {
  const cert = county === null ? 'CERT' : `CERT (${county})`;
  return joined(', ', isGmp ? 'GMP' : null, isCert ? cert : null, isFor ? 'FOR' : null);
}

function joined(by: string, ...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(by);
}

function polishDay(day: string): string {
  return day.split('-').toReversed().join('/');
}
