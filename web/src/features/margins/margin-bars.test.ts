import { formatMonth } from '@spichlerz/shared/words/figures';
import { expect, test } from 'vitest';
import { type EarningRow, totalOf } from '../../components/margin-rows.ts';
import { barsOf } from './margin-bars.ts';

const row = (key: string, label: string): EarningRow => ({
  ...totalOf([]),
  key,
  label,
  margin: 5_000,
  plannedPart: 2_000,
});

test('months without data between two months with a margin have empty bars', () => {
  const months = ['2026-11', '2027-02'].map((month) => row(month, formatMonth(month)));
  expect(barsOf('MONTH', months)).toEqual([
    { label: '11/2026', first: 3_000, second: 2_000 },
    { label: '12/2026', first: 0, second: 0 },
    { label: '01/2027', first: 0, second: 0 },
    { label: '02/2027', first: 3_000, second: 2_000 },
  ]);
  expect(barsOf('MATERIAL', [row('7', 'Pszenica'), row('9', 'Rzepak')])).toHaveLength(2);
});
