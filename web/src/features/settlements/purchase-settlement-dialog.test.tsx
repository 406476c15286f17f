import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { PurchaseSettlementDialog } from './purchase-settlement-dialog.tsx';
import type { SettlementRow } from './settlement-row.ts';

afterEach(cleanup);

/** The fields of a sent statement for a 24 t transport that the dialog reads. */
const SENT: Partial<SettlementRow> = {
  version: 1,
  purchaseSettlementStatus: 'SETTLED',
  registrationNumber: 'PO 12345',
  transportQuantity: 24_000,
  realQuantityKg: 24_000,
  realPurchaseCargoPrice: 80_000,
  contractPrice: 80_000,
  contractMinPrice: null,
  needsCorrection: false,
  acceptedQuantity: null,
  lines: [],
  salesId: 2,
  purchaseSupplier: { documentNumber: 'Z/1', name: 'Młyn' } as SettlementRow['purchaseSupplier'],
  salesRecipient: { documentNumber: 'S/1', name: 'Pasze' } as SettlementRow['salesRecipient'],
};

test('the dialog warns about a correction when the transport is weighed again while it is open', async () => {
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

test('the amount for the supplier is computed from the weighed quantity, not the planned one', async () => {
  const row = {
    ...SENT,
    purchaseSettlementStatus: 'TO_BE_SETTLED',
    quantityKg: 25_000,
  } as SettlementRow;
  const contract = { currency: 'PLN', rawMaterialId: 1 } as ContractRecord;
  renderInApp(() => (
    <PurchaseSettlementDialog row={row} current={row} contract={contract} onClose={() => undefined} />
  ));
  const amount = await screen.findByText(/^Kwota/);
  expect(amount.textContent?.replaceAll('\u00a0', ' ')).toBe('Kwota 19 200 zł');
});
