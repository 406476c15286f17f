import * as settlements from '@spichlerz/shared/wire/settlements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { type Material, makeMaterial, setTransportStatuses } from '../../testing/make.ts';
import {
  lastChanges,
  makeDeliveredTransport,
  makeReleasedTransport,
  settlementOf,
  settleSaleWithOptions,
} from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let admin: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
  material = await makeMaterial(admin);
});
afterAll(() => test.close());

const settle = (transportId: number, price = 78_500) =>
  user.call(settlements.settlePurchase, {
    body: {
      transportId,
      realPurchaseCargoPrice: price,
      realPurchaseCargoQuality: material.qualityId,
      deductions: 'Wilgotność',
    },
  });
describe('the purchase side of a settlement', () => {
  it('cannot be settled before the release or a second time, and stores the figures of the settlement', async () => {
    const trade = await makeDeliveredTransport(user, material);
    expect(await failureOf(settle(trade.transport))).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
    await setTransportStatuses(user, trade.transport, 'TO_BE_SETTLED');
    await settle(trade.transport);
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      purchaseSettlementStatus: 'SETTLED',
      realQuantityKg: 24_640,
      realPurchaseCargoPrice: 78_500,
      realPurchaseCargoQuality: 'Konsumpcyjna',
      amount: 1_934_240,
      deductions: 'Wilgotność',
      needsCorrection: false,
    });
    expect(await failureOf(settle(trade.transport))).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
    expect(await failureOf(setTransportStatuses(user, trade.transport, 'DELIVERED'))).toMatchObject({
      code: 'WRONG_STATUS',
    });
  });

  it('cannot be settled by a request with the status PAID', async () => {
    const trade = await makeReleasedTransport(user, material);
    const body = {
      transportId: trade.transport,
      purchaseSettlementStatus: 'PAID' as const,
      realPurchaseCargoPrice: 78_500,
      realPurchaseCargoQuality: 'Konsumpcyjna',
    };
    expect(await failureOf(user.call(settlements.settlePurchase, { body }))).toMatchObject({
      status: 409,
      code: 'WRONG_STATUS',
    });
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      purchaseSettlementStatus: 'TO_BE_SETTLED',
    });
  });

  it('rejects a quality of another raw material', async () => {
    const trade = await makeReleasedTransport(user, material);
    const other = await makeMaterial(admin);
    const body = {
      transportId: trade.transport,
      realPurchaseCargoPrice: 1,
      realPurchaseCargoQuality: other.qualityId,
    };
    expect(await failureOf(user.call(settlements.settlePurchase, { body }))).toMatchObject({
      status: 400,
      code: 'RAW_MATERIAL_QUALITY_RELATION_NOT_FOUND',
      fields: [{ path: 'real_purchase_cargo_quality' }],
    });
  });
});

describe('the sales side of a settlement', () => {
  it('rejects a quality of another raw material with an error that names the field of the option', async () => {
    const trade = await makeReleasedTransport(user, material);
    const other = await makeMaterial(admin);
    const options = [material.qualityId, other.qualityId].map((realCargoQuality) => ({
      realQuantityKg: 12_320,
      realCargoPrice: 90_000,
      realCargoQuality,
    }));
    const body = { transportId: trade.transport, salesSettlementStatus: 'TO_BE_SETTLED' as const, options };
    expect(await failureOf(user.call(settlements.settleSale, { body }))).toMatchObject({
      status: 400,
      code: 'RAW_MATERIAL_QUALITY_RELATION_NOT_FOUND',
      fields: [{ path: 'options.1.real_cargo_quality' }],
    });
  });

  it('has one to five options; the amount of each option is rounded separately', async () => {
    const trade = await makeDeliveredTransport(user, material);
    expect(await failureOf(settleSaleWithOptions(user, trade.transport, [24_640, 91_000]))).toMatchObject({
      status: 409,
      code: 'WRONG_STATUS',
    });
    await setTransportStatuses(user, trade.transport, 'TO_BE_SETTLED');
    // 333 kg × 1 grosz ÷ 1000 is 0, 1500 kg × 1 grosz ÷ 1000 is 1.5, rounded half up to 2
    await settleSaleWithOptions(user, trade.transport, [333, 1], [1_500, 1], [22_807, 90_000]);
    expect(await settlementOf(user, 'sales', trade)).toMatchObject({
      salesSettlementStatus: 'TO_BE_SETTLED',
      realQuantityKg: 24_640,
      amount: 0 + 2 + 2_052_630,
      options: [{ amount: 0 }, { amount: 2 }, { amount: 2_052_630 }],
    });
    const six = Array.from({ length: 6 }, (): [number, number] => [1_000, 1_000]);
    expect(await failureOf(settleSaleWithOptions(user, trade.transport, ...six))).toMatchObject({
      status: 400,
      code: 'FST_ERR_VALIDATION',
    });
    expect(await failureOf(settleSaleWithOptions(user, trade.transport))).toMatchObject({ status: 400 });
  });

  it('is rejected when its options together exceed the maximum weight of a transport', async () => {
    const trade = await makeReleasedTransport(user, material);
    const most = 3_000_000;
    await settleSaleWithOptions(user, trade.transport, [most - 1, most], [1, most]);
    expect(await settlementOf(user, 'sales', trade)).toMatchObject({ realQuantityKg: most });
    expect(
      await failureOf(settleSaleWithOptions(user, trade.transport, [most, most], [1, most])),
    ).toMatchObject({
      status: 400,
      fields: [{ path: 'options.1.real_cargo_quantity', code: 'VALUE_IS_WRONG' }],
    });
    const no = Number.MIN_SAFE_INTEGER;
    expect(
      await failureOf(settleSaleWithOptions(user, trade.transport, [no, most], [no, most])),
    ).toMatchObject({
      status: 400,
      fields: [{ path: 'options.0.real_cargo_quantity' }, { path: 'options.1.real_cargo_quantity' }],
    });
    expect(await settlementOf(user, 'sales', trade)).toMatchObject({ realQuantityKg: most });
  });

  it('needs a correction of its invoice after its options change, until the invoice is saved again', async () => {
    const trade = await makeReleasedTransport(user, material);
    const { settlementId } = await settlementOf(user, 'sales', trade);
    const invoice = {
      settlementId,
      salesSettlementStatus: 'INVOICE' as const,
      salesInvoiceNumber: 'FS/1',
      salesDeliverDate: '2026-09-02',
    };
    await user.call(settlements.invoiceSale, { body: invoice });
    expect(await settlementOf(user, 'sales', trade)).toMatchObject({
      needsCorrection: false,
      amount: 2_242_240,
    });
    await settleSaleWithOptions(user, trade.transport, [24_000, 91_000]);
    expect(await settlementOf(user, 'sales', trade)).toMatchObject({
      needsCorrection: true,
      sentAmount: 2_242_240,
      salesSettlementStatus: 'INVOICE',
    });
    await user.call(settlements.invoiceSale, { body: invoice });
    expect(await settlementOf(user, 'sales', trade)).toMatchObject({ needsCorrection: false });
  });

  it('needs a correction even after the wrong invoice is paid, until an invoice with a new number is saved', async () => {
    const trade = await makeReleasedTransport(user, material);
    const { settlementId } = await settlementOf(user, 'sales', trade);
    const invoice = {
      settlementId,
      salesInvoiceNumber: 'FS/1',
      salesDeliverDate: '2026-09-02',
      salesPaymentDate: '2026-09-16',
    };
    const save = (salesSettlementStatus: 'INVOICE' | 'PAID', more: object = {}, by = user) =>
      by.call(settlements.invoiceSale, { body: { ...invoice, salesSettlementStatus, ...more } });
    const isWrong = async () => (await settlementOf(user, 'sales', trade)).needsCorrection;
    await save('INVOICE');
    await settleSaleWithOptions(user, trade.transport, [24_000, 91_000]);
    await save('PAID');
    expect(await isWrong()).toBe(true);
    await save('INVOICE', { reason: 'Zła kwota' }, admin);
    expect(await isWrong()).toBe(true);
    await save('PAID', { salesInvoiceNumber: 'FS/1/K' });
    expect(await isWrong()).toBe(false);
  });
});

describe('the audit log of a settlement', () => {
  it('has the old and the new options of a split sale', async () => {
    const trade = await makeReleasedTransport(user, material);
    const { settlementId } = await settlementOf(user, 'sales', trade);
    await settleSaleWithOptions(user, trade.transport, [24_640, 91_000]);
    const option = { position: 0, quantity_kg: 24_640, price_minor_per_tonne: 91_000, quality: 'Paszowa' };
    expect(await lastChanges(test.pool, settlementId)).toMatchObject({ options: [[], [option]] });
    await settleSaleWithOptions(user, trade.transport, [20_000, 91_000], [4_640, 80_000]);
    expect(await lastChanges(test.pool, settlementId)).toEqual({
      options: [
        [option],
        [
          { ...option, quantity_kg: 20_000 },
          { ...option, position: 1, quantity_kg: 4_640, price_minor_per_tonne: 80_000 },
        ],
      ],
      currency: ['PLN', 'PLN'],
    });
  });

  it('contains the amount only in entries of changes that change the amount', async () => {
    const trade = await makeReleasedTransport(user, material);
    const { settlementId } = await settlementOf(user, 'sales', trade);
    const body = {
      settlementId,
      salesSettlementStatus: 'INVOICE' as const,
      salesInvoiceNumber: 'FS/2',
      salesDeliverDate: '2026-09-02',
    };
    await user.call(settlements.invoiceSale, { body });
    await user.call(settlements.invoiceSale, { body: { ...body, salesInvoiceNumber: 'FS/3' } });
    expect(await lastChanges(test.pool, settlementId)).toEqual({ invoice_number: ['FS/2', 'FS/3'] });
  });
});

describe('an invoice of a settlement', () => {
  it('loses its comment when the request has an empty comment', async () => {
    const trade = await makeReleasedTransport(user, material);
    const { settlementId } = await settlementOf(user, 'sales', trade);
    const body = {
      settlementId,
      salesSettlementStatus: 'INVOICE' as const,
      salesInvoiceNumber: 'FS/4',
      salesDeliverDate: '2026-09-02',
    };
    await user.call(settlements.invoiceSale, { body: { ...body, details: 'Do wyjaśnienia' } });
    expect(await settlementOf(user, 'sales', trade)).toMatchObject({ details: 'Do wyjaśnienia' });
    await user.call(settlements.invoiceSale, { body: { ...body, details: '' } });
    expect(await settlementOf(user, 'sales', trade)).toMatchObject({ details: null });
  });

  it('requires a number and dates, cannot skip a status, and can be re-opened by an ADMIN with a reason', async () => {
    const trade = await makeDeliveredTransport(user, material);
    const { settlementId } = await settlementOf(user, 'purchase', trade);
    const invoice = (status: 'INVOICE' | 'PAID', more: object = {}) =>
      user.call(settlements.invoicePurchase, {
        body: { settlementId, purchaseSettlementStatus: status, ...more },
      });
    const data = { purchaseInvoiceNumber: 'FZ/7', purchaseDeliverDate: '2026-09-02' };
    expect(await failureOf(invoice('INVOICE', data))).toMatchObject({
      status: 409,
      code: 'CANNOT_SET_INVOICE_ON_THIS_STATUS',
    });
    await setTransportStatuses(user, trade.transport, 'TO_BE_SETTLED');
    await settle(trade.transport);
    expect(await failureOf(invoice('INVOICE', { purchaseDeliverDate: null }))).toMatchObject({
      status: 400,
      code: 'INVOICE_DATA_INCOMPLETE',
      fields: [{ path: 'purchase_invoice_number' }, { path: 'purchase_deliver_date' }],
    });
    expect(await failureOf(invoice('PAID', data))).toMatchObject({
      code: 'INVOICE_DATA_INCOMPLETE',
      fields: [{ path: 'purchase_payment_date' }],
    });
    await invoice('INVOICE', { ...data, purchasePaymentDate: '2026-09-25', details: 'Rata' });
    await invoice('INVOICE', data);
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      purchasePaymentDate: '2026-09-25',
      details: 'Rata',
    });
    expect(await failureOf(invoice('PAID', { purchasePaymentDate: null }))).toMatchObject({
      code: 'INVOICE_DATA_INCOMPLETE',
    });
    await invoice('INVOICE', { purchasePaymentDate: '' });
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({ purchasePaymentDate: null });
    await invoice('PAID', { ...data, purchasePaymentDate: '2026-09-30', details: 'Przelew' });
    expect(await failureOf(invoice('PAID', data))).toMatchObject({
      code: 'CANNOT_SET_INVOICE_ON_THIS_STATUS',
    });
    expect(await failureOf(invoice('INVOICE', data))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    const reopen = { settlementId, purchaseSettlementStatus: 'INVOICE' as const, reason: 'Zła kwota' };
    const silently = { ...reopen, reason: ' ' };
    expect(await failureOf(admin.call(settlements.invoicePurchase, { body: silently }))).toMatchObject({
      status: 400,
      code: 'VALUE_IS_MISSING',
      fields: [{ path: 'reason' }],
    });
    await admin.call(settlements.invoicePurchase, { body: reopen });
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      purchaseSettlementStatus: 'INVOICE',
      purchaseInvoiceNumber: 'FZ/7',
      purchasePaymentDate: '2026-09-30',
      details: 'Przelew',
    });
    const { rows } = await test.pool.query(
      `select reason from history where entity = 'settlement' and action = 'purchase.reopened'`,
    );
    expect(rows).toEqual([{ reason: 'Zła kwota' }]);
  });

  it('is rejected for an unknown settlement, and so is the settlement of an unknown transport', async () => {
    const body = { settlementId: 999_999, salesSettlementStatus: 'INVOICE' as const };
    expect(await failureOf(user.call(settlements.invoiceSale, { body }))).toMatchObject({
      status: 400,
      code: 'SETTLEMENT_NOT_FOUND',
    });
    const missing = { transportId: 999_999, realPurchaseCargoPrice: 1, realPurchaseCargoQuality: 'x' };
    expect(await failureOf(user.call(settlements.settlePurchase, { body: missing }))).toMatchObject({
      status: 400,
      code: 'TRANSPORT_NOT_FOUND',
    });
  });
});

it('the integrity check finds no problem in the data of all preceding tests', async () => {
  const { rows } = await test.pool.query('select * from integrity_problem');
  expect(rows).toEqual([]);
});
