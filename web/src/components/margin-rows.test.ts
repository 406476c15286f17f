import type { MarginRow } from '@spichlerz/shared/wire/margin';
import { expect, it } from 'vitest';
import { type EarningRow, sectionsOf, totalOf } from './margin-rows.ts';

const row = (fields: Partial<MarginRow>): MarginRow => ({
  key: '2026-11',
  label: '11/2026',
  quantity: 25_060,
  transportCount: 1,
  sales: 2_192_750,
  purchase: 1_925_911,
  freight: 155_372,
  costs: 0,
  margin: 111_467,
  perTonne: 4_448,
  percent: 5.08,
  plannedPart: 0,
  currency: 'PLN',
  ...fields,
});
const planned = row({ key: '2026-12', margin: 50_000, plannedPart: 50_000, purchase: 1_987_378 });
const abroad = row({ currency: 'EUR' });
const mixed = row({ margin: null, perTonne: null, percent: null, plannedPart: null });

it('rows with a margin are grouped by currency; rows without a margin are in a separate list', () => {
  expect(sectionsOf([abroad, mixed, row({}), planned])).toEqual({
    earning: [
      { currency: 'PLN', rows: [row({}), planned] },
      { currency: 'EUR', rows: [abroad] },
    ],
    mixed: [mixed],
  });
});

it('the margin per tonne and the percentage of the total are computed from the summed amounts', () => {
  expect(totalOf([row({}), planned] as EarningRow[])).toMatchObject({
    label: 'Razem',
    quantity: 50_120,
    transportCount: 2,
    margin: 161_467,
    plannedPart: 50_000,
    perTonne: 3_222,
    percent: 3.68,
  });
});
