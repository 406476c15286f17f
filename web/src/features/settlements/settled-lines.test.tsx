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

test('a sent settlement shows kg for rules that change the weight and zł/t for rules that change the price', async () => {
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

test('the deductions and premiums of a sent settlement have a minus or plus sign', async () => {
  const lines = [
    { ...line(1, 'Wilgotność', 'PRICE_AMOUNT'), pricePerTonne: -930 },
    { ...line(2, 'Białko', 'PRICE_AMOUNT'), pricePerTonne: 500 },
    { ...line(3, 'Zanieczyszczenia', 'WEIGHT_PERCENT'), quantity: -120 },
  ];
  renderInApp(() => <SettledLines row={makeSettlementRow({ lines })} />);
  const cells = await screen.findAllByText(/ (?:zł\/t|kg)$/);
  expect(cells.map(({ textContent }) => textContent?.replaceAll(/[\u00a0\u202f]/gu, ' '))).toEqual([
    '−9,30 zł/t',
    '+5,00 zł/t',
    '−120 kg',
  ]);
});
