import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeSettlementRow } from '../../testing/rows.ts';
import { PurchaseSettlementDialog } from './purchase-settlement-dialog.tsx';

afterEach(cleanup);

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

/** A sent statement for a transport of 24 t. */
const SENT = makeSettlementRow({ purchaseSettlementStatus: 'SETTLED' });

test('when the transport is weighed again, the open dialog of a sent settlement warns that a correction is needed', async () => {
  const current = { ...SENT, version: 2, transportQuantity: 23_000, needsCorrection: true };
  const contract = { currency: 'PLN', rawMaterialId: 1 } as ContractRecord;
  renderInApp(() => (
    <PurchaseSettlementDialog row={SENT} current={current} contract={contract} onClose={() => undefined} />
  ));
  const warning = await screen.findByText(/^Do korekty/);
  expect(plain(warning.textContent)).toBe(
    'Do korekty: w wysłanym rozliczeniu jest 24,000 t, a waga transportu to 23,000 t.',
  );
});

test('the amount for the supplier is computed from the weighed quantity, not from the planned quantity', async () => {
  const row = makeSettlementRow({ quantityKg: 25_000 });
  const contract = { currency: 'PLN', rawMaterialId: 1 } as ContractRecord;
  renderInApp(() => (
    <PurchaseSettlementDialog row={row} current={row} contract={contract} onClose={() => undefined} />
  ));
  const amount = await screen.findByText(/^Kwota/);
  expect(plain(amount.textContent)).toBe('Kwota 19 200 zł');
});
