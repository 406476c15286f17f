import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { PurchaseSettlementDialog } from './purchase-settlement-dialog.tsx';
import type { SettlementRow } from './settlement-row.ts';

afterEach(cleanup);

/** What the dialog reads of a statement that was sent for a truck of 24 t. */
const SENT: Partial<SettlementRow> = {
  version: 1,
  purchaseSettlementStatus: 'SETTLED',
  registrationNumber: 'PO 12345',
  transportQuantity: 24_000,
  realCargoQuantity: 24_000,
  realPurchaseCargoPrice: 80_000,
  contractPrice: 80_000,
  contractMinPrice: null,
  needsCorrection: false,
  salesId: 2,
  purchaseSupplier: { documentNumber: 'Z/1', name: 'Młyn' } as SettlementRow['purchaseSupplier'],
  salesRecipient: { documentNumber: 'S/1', name: 'Pasze' } as SettlementRow['salesRecipient'],
};

test('a truck that is weighed anew under the dialog is to be corrected in it too', async () => {
  const row = SENT as SettlementRow;
  const current = { ...row, version: 2, transportQuantity: 23_000, needsCorrection: true };
  const contract = { currency: 'PLN', rawMaterialId: 1 } as ContractRecord;
  renderInApp(() => (
    <PurchaseSettlementDialog row={row} current={current} contract={contract} onClose={() => undefined} />
  ));
  const warning = await screen.findByText(/^Do korekty/);
  expect(warning.textContent?.replaceAll('\u00a0', ' ')).toBe(
    'Do korekty: w wysłanym rozliczeniu jest 24,000 t, a waga transportu to 23,000 t.',
  );
});

test('a supplier is shown the amount of what was weighed, not of what was planned', async () => {
  const row = {
    ...SENT,
    purchaseSettlementStatus: 'TO_BE_SETTLED',
    cargoQuantity: 25_000,
  } as SettlementRow;
  const contract = { currency: 'PLN', rawMaterialId: 1 } as ContractRecord;
  renderInApp(() => (
    <PurchaseSettlementDialog row={row} current={row} contract={contract} onClose={() => undefined} />
  ));
  const amount = await screen.findByText(/^Kwota/);
  expect(amount.textContent?.replaceAll('\u00a0', ' ')).toBe('Kwota 19 200 zł');
});
