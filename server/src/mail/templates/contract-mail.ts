import type { Currency } from '@spichlerz/shared/domain/contract';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { Kilograms, MinorUnits } from '@spichlerz/shared/domain/units';
import { type Mail, writeMail } from './mail.ts';

export type ContractTerms = {
  documentNumber: string | null;
  contractor: string;
  rawMaterial: string;
  quantityKg: Kilograms;
  price: MinorUnits;
  currency: Currency;
  receiptFrom: string;
  receiptTo: string;
};

const WORDS: BySide<{ contract: string; contractor: string; dates: string }> = {
  purchase: { contract: 'Nowy kontrakt zakupu', contractor: 'Dostawca', dates: 'Termin odbioru' },
  sales: { contract: 'Nowy kontrakt sprzedaży', contractor: 'Odbiorca', dates: 'Termin dostawy' },
};

const tonnes = new Intl.NumberFormat('pl-PL', {
  minimumFractionDigits: 3,
  useGrouping: 'always',
});

/** Tells the people on a contract's notification list what was agreed. */
export function contractMail(side: Side, terms: ContractTerms): Mail {
  const words = WORDS[side];
  const number = terms.documentNumber ?? 'bez numeru';
  const money = new Intl.NumberFormat('pl-PL', {
    style: 'currency',
    currency: terms.currency,
    useGrouping: 'always',
  });
  const rows: [string, string][] = [
    ['Nr kontraktu', number],
    [words.contractor, terms.contractor],
    ['Surowiec', terms.rawMaterial],
    ['Ilość', `${tonnes.format(terms.quantityKg / 1000)} t`],
    ['Cena', `${money.format(terms.price / 100)}/t`],
    [words.dates, `${polishDay(terms.receiptFrom)} – ${polishDay(terms.receiptTo)}`],
  ];
  return writeMail({
    subject: `${words.contract}: ${number}, ${terms.rawMaterial}, ${terms.contractor}`,
    title: words.contract,
    paragraphs: ['W Spichlerzu dodano kontrakt.'],
    rows,
  });
}

function polishDay(day: string): string {
  return day.split('-').toReversed().join('/');
}
