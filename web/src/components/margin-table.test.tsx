import type { MarginRow } from '@spichlerz/shared/wire/margin';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderInApp } from '../testing/render-in-app.tsx';
import { MixedAmountsTable } from './margin-table.tsx';

afterEach(cleanup);

/** A row of the table of mixed amounts. `transportCount` counts the transports with a sale in this currency. */
const row = (label: string, currency: MarginRow['currency'], transportCount: number): MarginRow => ({
  key: label,
  label,
  quantity: transportCount * 25_000,
  transportCount,
  sales: 1_000_000,
  purchase: 0,
  freight: 0,
  costs: 0,
  margin: null,
  perTonne: null,
  percent: null,
  plannedPart: null,
  currency,
});

test('the link of a row shows how many of the transports in the linked list have the currency of the row', async () => {
  const rows = [
    row('Pszenica', 'EUR', 5),
    row('Pszenica', 'PLN', 3),
    row('Kukurydza', 'EUR', 4),
    row('Kukurydza', 'PLN', 0),
  ];
  renderInApp(() => <MixedAmountsTable label="Kwoty" first="Surowiec" rows={rows} searchOf={() => ({})} />);
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('aria-label')])).toEqual([
    ['5 z 8', 'Transporty, Pszenica: 5 z 8'],
    ['3 z 8', 'Transporty, Pszenica: 3 z 8'],
    ['4', 'Transporty, Kukurydza: 4'],
  ]);
});
