import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeSettlementRow } from '../../testing/rows.ts';
import { SettleByRulesDialog, whyNotSettleByRules } from './settle-by-rules-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const OVERRIDE = { rule_id: 1, price_per_tonne: -300, quantity: null, reason: 'uzgodnione' };

/** Opens the dialog for one transport with this preview, and settles. Returns the requests. */
async function settle(preview: object) {
  const sent = stubApi(() =>
    successReply({
      lines: [{ rule_id: 1 }],
      price_per_tonne: 80_000,
      missing: [],
      without_norm: [],
      refused: [],
      settled: null,
      taken_back: null,
      ...preview,
    }),
  );
  const row = makeSettlementRow({ salesSettlementStatus: 'TO_BE_SETTLED' });
  const selection = { rows: [row], onChange: () => undefined } as never;
  renderInApp(() => <SettleByRulesDialog side="sales" selection={selection} onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Rozlicz wg tabeli' }));
  return sent;
}

test('settling by rules requires the status "Do rozliczenia" and, on the sales side, a sale without a split', () => {
  const row = makeSettlementRow();
  const option = { realQuantityKg: 100, realCargoPrice: 80_000, realCargoQuality: 'A', amount: 8_000 };
  const split = { ...row, options: [option, option] };
  expect(whyNotSettleByRules('sales', [row, { ...row, salesSettlementStatus: 'INVOICE' }])).toMatch(
    /w statusie „Do rozliczenia”/,
  );
  expect(whyNotSettleByRules('sales', [row, split])).toBe(
    'Transportu rozliczonego w kilku opcjach nie można rozliczyć wg tabeli.',
  );
  expect(whyNotSettleByRules('purchase', [row, split])).toBeNull();
});

test('a transport with a missing reading is not settled by rules, and the dialog names the missing reading', async () => {
  const sent = await settle({ missing: [{ parameter_id: 5, name: 'Wilgotność' }] });
  await screen.findByText('Brakuje wyniku: Wilgotność.');
  expect(sent.map(({ url }) => url)).toEqual(['/contract/settlement-preview']);
});

test('a transport is not settled by rules if its weight deductions leave nothing, and the dialog shows this reason', async () => {
  const sent = await settle({ accepted_quantity: 0 });
  await screen.findByText('Potrącenia wagi nie zostawiają żadnej ilości do rozliczenia.');
  expect(sent.map(({ url }) => url)).toEqual(['/contract/settlement-preview']);
});

test.each([
  [
    { by_rules: false, price_option_id: 0, overrides: [] },
    'Transport jest już rozliczony bez reguł kontraktu.',
  ],
  [
    { by_rules: true, price_option_id: 0, overrides: [OVERRIDE] },
    'W rozliczeniu jest potrącenie zmienione z podaniem powodu.',
  ],
  [
    { by_rules: true, price_option_id: 7, overrides: [] },
    'Transport jest rozliczony w cenie dodatkowej opcji kontraktu.',
  ],
  [null, 'Cofnięte rozliczenie było w cenie dodatkowej opcji kontraktu.'],
])(
  'a transport with the settlement %j is not settled by rules, and the dialog shows the reason: %s',
  async (settled, reason) => {
    const sent = await settle({
      settled,
      taken_back: settled === null ? { by_rules: true, price_option_id: 7, overrides: [] } : null,
    });
    await screen.findByText(new RegExp(reason));
    expect(sent.map(({ url }) => url)).toEqual(['/contract/settlement-preview']);
  },
);
