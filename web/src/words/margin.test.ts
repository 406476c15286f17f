import type { MarginFigures } from '@spichlerz/shared/domain/margin';
import { NBSP } from '@spichlerz/shared/words/figures';
import { expect, it } from 'vitest';
import { describeMargin, formatMarginRates } from './margin.ts';

const figures: MarginFigures = {
  margin: {
    amount: 111_467,
    perTonne: 4_448,
    percent: 5.1,
    stage: 'SETTLED',
    currency: 'PLN',
    plannedPart: 0,
    freightKnown: true,
  },
  marginByCurrency: [{ currency: 'PLN', sales: 2_192_750, purchase: 1_925_911, freight: 155_372, costs: 0 }],
};
const plain = (text: string) => text.replaceAll(NBSP, ' ');

it('the margin per tonne and the margin in percent have two decimals', () => {
  expect(plain(formatMarginRates(figures))).toBe('44,48 zł/t · 5,10 %');
  expect(formatMarginRates({ margin: null })).toBe('kilka walut');
});

it('the description of a margin lists its amounts and its stage', () => {
  expect(plain(describeMargin(figures))).toBe(
    'Sprzedaż 21 927,50 zł, zakup 19 259,11 zł, fracht 1 553,72 zł. Etap: rozliczone.',
  );
  const freight = { currency: 'EUR', sales: 0, purchase: 0, freight: 27_500, costs: 0 } as const;
  const mixed = { margin: null, marginByCurrency: [...figures.marginByCurrency, freight] };
  expect(plain(describeMargin(mixed))).toMatch(/^Kwoty są w kilku walutach.* Fracht 275 €\.$/);
});
