import type { SettledLine } from '@spichlerz/shared/wire/quality';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeSettlementRow } from '../../testing/rows.ts';
import { SettledLines } from './settled-lines.tsx';

afterEach(cleanup);

/** The line of a rule whose reading is within the norm. */
const line = (ruleId: number, name: string, effect: SettledLine['effect']): SettledLine => ({
  ruleId,
  parameterId: ruleId,
  name,
  unit: '%',
  reading: 14,
  norm: 14.5,
  steps: 0,
  effect,
  pricePerTonne: 0,
  quantity: 0,
  isPremium: false,
});

test('a sent settlement shows kilograms for a rule of the weight and a price for a rule of the price', async () => {
  const lines = [
    line(1, 'Wilgotność', 'DRY_MATTER'),
    line(2, 'Zanieczyszczenia', 'WEIGHT_PERCENT'),
    line(3, 'Białko', 'PRICE_AMOUNT'),
  ];
  renderInApp(() => <SettledLines row={makeSettlementRow({ lines })} />);
  const cells = await screen.findAllByText(/^0/);
  expect(cells.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    '0 kg',
    '0 kg',
    '0,00 zł/t',
  ]);
});
