import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeSettlementRow } from '../../testing/rows.ts';
import { JointInvoiceDialog } from './joint-invoice-dialog.tsx';
import { PurchaseSettlementDialog } from './purchase-settlement-dialog.tsx';
import { SaleSettlementDialog } from './sale-settlement-dialog.tsx';
import { SettlementDialogs } from './settlement-dialogs.tsx';
import { SettlementInvoiceDialog } from './settlement-invoice-dialog.tsx';
import type { SettlementRow } from './settlement-row.ts';
import { totalText } from './settlement-texts.ts';

/* Amounts are shown with the paid kilograms, even if the transport was weighed again later. */

beforeEach(
  () =>
    void stubApi(() =>
      successReply({
        joined: null,
        corrections: null,
        deletedCorrections: [],
        sellerNip: null,
        ksefNumberUsedBy: null,
        numberUsedBy: null,
        isCorrectionNumber: false,
      }),
    ),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Settled by rules at 24,120 t. The unloading ticket was corrected to 24,220 t later. */
const RULES = makeSettlementRow({
  id: 1,
  settlementId: 1,
  transportId: 11,
  registrationNumber: 'GD 3C456',
  purchaseSettlementStatus: 'SETTLED',
  salesDeliverDate: '2026-09-02',
  salesPaymentDate: '2026-10-02',
  quantityKg: 25_000,
  transportQuantity: 24_220,
  realQuantityKg: 24_220,
  acceptedQuantity: 24_120,
  amount: 2_003_504,
  needsCorrection: true,
});
/** Settled by hand at 24,860 t. The transport was weighed at 25,860 t later. */
const BY_HAND: SettlementRow = {
  ...RULES,
  id: 2,
  settlementId: 2,
  transportId: 12,
  registrationNumber: 'WPN 66HF5',
  transportQuantity: 25_860,
  realQuantityKg: 24_860,
  acceptedQuantity: null,
  amount: 2_100_670,
};
const CONTRACT = { id: 1, currency: 'PLN', rawMaterialId: 1 } as ContractRecord;

const plain = (text: string | null | undefined) => text?.replaceAll(/[\u00a0\u202f]/gu, ' ') ?? '';
const nothing = () => undefined;

test('the selection bar shows the sum of the paid kilograms of the selected settlements', () => {
  expect(plain(totalText([RULES, BY_HAND], 'PLN'))).toBe('2 rozliczenia, razem 48,980 t, 41 041,74 zł');
});

test('a joint invoice shows the paid kilograms of each transport and their sum', async () => {
  renderInApp(() => (
    <JointInvoiceDialog side="sales" rows={[RULES, BY_HAND]} onClose={nothing} onDone={nothing} />
  ));
  const table = await screen.findByRole('table', { name: 'Transporty na fakturze' });
  const lines = [...table.querySelectorAll('tr')].map((line) => plain(line.textContent));
  expect(lines).toEqual([
    'GD 3C45624,120 t20 035,04 zł',
    'WPN 66HF524,860 t21 006,70 zł',
    'Razem48,980 t41 041,74 zł',
  ]);
});

test.each([
  [RULES, 'Transport GD 3C456, 24,120 t, 20 035,04 zł: rozliczenie wróci'],
  [BY_HAND, 'Transport WPN 66HF5, 24,860 t, 21 006,70 zł: rozliczenie wróci'],
])(
  'the dialog that reverses the settlement of transport $registrationNumber shows the paid kilograms',
  async (row, message) => {
    renderInApp(() => (
      <SettlementDialogs
        side="purchase"
        contract={CONTRACT}
        rows={[row]}
        opened={{ kind: 'reverseStatement', row }}
        onClose={nothing}
        onDone={nothing}
      />
    ));
    const sentence = await screen.findByText(/rozliczenie wróci/);
    expect(plain(sentence.textContent)).toContain(message);
  },
);

test('the confirmation of a payment shows the paid kilograms', async () => {
  const row = { ...RULES, salesSettlementStatus: 'INVOICE', salesInvoiceNumber: 'FS/1' } as const;
  renderInApp(() => (
    <SettlementInvoiceDialog side="sales" row={row} current={row} contract={CONTRACT} onClose={nothing} />
  ));
  await userEvent.click(await screen.findByRole('switch'));
  await userEvent.click(screen.getByRole('button', { name: 'Oznacz jako opłacone' }));
  const message = await screen.findByText(/rozliczenie zostanie oznaczone/);
  expect(plain(message.textContent)).toContain('Transport GD 3C456, 24,120 t, faktura FS/1, 20 035,04 zł:');
});

/** Settled by rules at 22,918 t, while the transport weighs 26,480 t. */
const DRIED: SettlementRow = {
  ...RULES,
  salesSettlementStatus: 'TO_BE_SETTLED',
  purchaseSettlementStatus: 'TO_BE_SETTLED',
  transportQuantity: 26_480,
  realQuantityKg: 26_480,
  acceptedQuantity: 22_918,
  needsCorrection: false,
  options: [{ realQuantityKg: 26_480, realCargoPrice: 79_190, realCargoQuality: 'Mokra', amount: 2_096_951 }],
};

test('a sale that was settled by rules keeps the paid kilograms when it is settled again by hand', async () => {
  const sent = stubApi(() => successReply(true));
  renderInApp(() => (
    <SaleSettlementDialog row={DRIED} current={DRIED} contract={CONTRACT} onClose={nothing} />
  ));
  await screen.findByText('Razem 18 148,76 zł', { normalizer: plain });
  await userEvent.type(screen.getByRole('textbox', { name: 'Szczegóły' }), 'uwaga');
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz rozliczenie' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    accepted_quantity: 22_918,
    options: [{ real_cargo_price: 79_190 }],
  });
});

test('the settlement of a purchase that is paid by loaded weight proposes the net weight of the loading ticket', async () => {
  const basis = { loadedKg: 25_060 };
  const row = { ...DRIED, acceptedQuantity: null, realPurchaseCargoPrice: 80_000, basis };
  renderInApp(() => (
    <PurchaseSettlementDialog row={row} current={row} contract={CONTRACT} onClose={nothing} />
  ));
  const amount = await screen.findByText(/^Kwota/);
  expect(plain(amount.textContent)).toBe('Kwota 20 048 zł');
  await userEvent.clear(screen.getByRole('textbox', { name: 'Ilość rozliczeniowa' }));
  expect(plain(amount.textContent)).toBe('Kwota 21 184 zł');
});

test('a settlement by loaded weight shows a warning if the transport has no loading ticket', async () => {
  const row = { ...DRIED, acceptedQuantity: null, basis: { loadedKg: null } };
  renderInApp(() => (
    <PurchaseSettlementDialog row={row} current={row} contract={CONTRACT} onClose={nothing} />
  ));
  const warning = await screen.findByText(/^Kontrakt rozlicza się według wagi załadunku/);
  expect(warning.textContent).toContain('a transport nie ma kwitu z załadunku');
});
