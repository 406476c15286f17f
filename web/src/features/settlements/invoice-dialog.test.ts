import type { SettlementStatus } from '@spichlerz/shared/domain/settlement';
import { SIDES } from '@spichlerz/shared/domain/side';
import { afterEach, expect, test, vi } from 'vitest';
import { invoiceSchema, saveInvoice } from './invoice-dialog.tsx';
import { type SettlementRow, whyNotEnterInvoice } from './settlement-row.ts';

afterEach(() => vi.unstubAllGlobals());

const TYPED = {
  invoiceNumber: 'F/7',
  deliverDate: '2026-09-02',
  paymentDate: '',
  details: '',
  isPaid: false,
};
const missing = (typed: object) =>
  invoiceSchema.safeParse({ ...TYPED, ...typed }).error?.issues.map(({ path }) => path.join('.')) ?? [];

test('an invoice needs its number and delivery date, a paid one its payment date too', () => {
  expect(missing({})).toEqual([]);
  expect(missing({ invoiceNumber: '', deliverDate: '' })).toEqual(['invoiceNumber', 'deliverDate']);
  expect(missing({ isPaid: true })).toEqual(['paymentDate']);
  expect(missing({ isPaid: true, paymentDate: '2026-10-02' })).toEqual([]);
});

test.each(SIDES)('an invoice of the %s side is sent under the names of that side', async (side) => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json({ success: true, result: true });
  });
  await saveInvoice[side](9, {
    status: 'PAID',
    invoiceNumber: 'F/7',
    deliverDate: '2026-09-02',
    paymentDate: '2026-10-02',
    details: 'Przelew',
    version: 3,
  });
  expect(sent).toEqual([
    {
      settlement_id: 9,
      [`${side}_settlement_status`]: 'PAID',
      [`${side}_invoice_number`]: 'F/7',
      [`${side}_deliver_date`]: '2026-09-02',
      [`${side}_payment_date`]: '2026-10-02',
      details: 'Przelew',
      version: 3,
    },
  ]);
});

const row = (status: SettlementStatus) =>
  ({ purchaseSettlementStatus: status, salesSettlementStatus: status }) as SettlementRow;

test.each(SIDES)('an invoice of the %s side is not entered over a paid one', (side) => {
  expect(whyNotEnterInvoice(side, row('PAID'))).toMatch(/^Opłaconego rozliczenia/);
  expect(whyNotEnterInvoice(side, row('DELIVERED'))).toMatch(/^Fakturę/);
  expect(whyNotEnterInvoice(side, row('INVOICE'))).toBeNull();
});
