import * as settlements from '@spichlerz/shared/wire/settlements';
import {
  changeTransportStatus,
  getTransport,
  redirectTransport,
  settleFreight,
} from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import {
  type Material,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../../testing/make.ts';
import {
  lastChanges,
  makeReleasedTransport,
  settlementOf,
  settleSaleWithOptions,
} from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/* Tests the corrections of customer decisions 3 (Correcting a statement). */

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

const settle = (transportId: number, price: number) =>
  user.call(settlements.settlePurchase, {
    body: { transportId, realPurchaseCargoPrice: price, realPurchaseCargoQuality: material.qualityId },
  });

const reasonMissing = { status: 400, code: 'VALUE_IS_MISSING', fields: [{ path: 'reason' }] };

describe('a purchase settlement', () => {
  it('can be reverted with a reason and then settled again; the audit log keeps the figures of the first settlement', async () => {
    const trade = await makeReleasedTransport(user, material);
    await settle(trade.transport, 8_800);
    const withdraw = (more: object) =>
      user.call(settlements.settlePurchase, {
        body: { transportId: trade.transport, purchaseSettlementStatus: 'TO_BE_SETTLED', ...more },
      });
    expect(await failureOf(withdraw({}))).toMatchObject(reasonMissing);
    await withdraw({ reason: 'Cena 88 zamiast 845', realPurchaseCargoPrice: 1 });
    const { settlementId, ...row } = await settlementOf(user, 'purchase', trade);
    expect(row).toMatchObject({
      purchaseSettlementStatus: 'TO_BE_SETTLED',
      realPurchaseCargoPrice: 8_800,
      sentAmount: null,
    });
    expect(await lastChanges(test.pool, settlementId)).toMatchObject({
      status: ['SETTLED', 'TO_BE_SETTLED'],
      sent_quantity_kg: [24_640, null],
      sent_amount_minor: [216_832, null],
    });
    await settle(trade.transport, 84_500);
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      purchaseSettlementStatus: 'SETTLED',
      amount: 2_082_080,
    });
  });

  it('returns to the status SETTLED when an ADMIN reverts its invoice; a user cannot revert the invoice', async () => {
    const trade = await makeReleasedTransport(user, material);
    await settle(trade.transport, 84_500);
    const { settlementId } = await settlementOf(user, 'purchase', trade);
    const invoice = (who: TestUser, purchaseSettlementStatus: 'INVOICE' | 'SETTLED', more: object = {}) =>
      who.call(settlements.invoicePurchase, { body: { settlementId, purchaseSettlementStatus, ...more } });
    const reason = 'Zły numer';
    expect(await failureOf(invoice(admin, 'SETTLED', { reason }))).toMatchObject({
      status: 409,
      code: 'CANNOT_SET_INVOICE_ON_THIS_STATUS',
    });
    await invoice(user, 'INVOICE', {
      purchaseInvoiceNumber: 'FZ/1',
      purchaseDeliverDate: '2026-09-02',
      purchasePaymentDate: '2026-09-20',
    });
    expect(await failureOf(invoice(user, 'SETTLED', { reason }))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failureOf(invoice(admin, 'SETTLED'))).toMatchObject(reasonMissing);
    await invoice(admin, 'SETTLED', { reason });
    expect(await settlementOf(user, 'purchase', trade)).toMatchObject({
      purchaseSettlementStatus: 'SETTLED',
      purchaseInvoiceNumber: null,
      purchasePaymentDate: null,
      purchaseDeliverDate: '2026-09-02',
      sentAmount: 2_082_080,
    });
    expect(await lastChanges(test.pool, settlementId)).toMatchObject({
      invoice_number: ['FZ/1', null],
      payment_date: ['2026-09-20', null],
    });
  });
});

describe('a transport', () => {
  it('keeps comments that a redirect or a freight request omits; a weight above 3,000 t is rejected', async () => {
    const trade = await makeReleasedTransport(user, material);
    const transport = await makeTransport(user, trade.purchase, trade.sales, {
      quantityKg: 10_000,
      comment: 'brama 2',
    });
    const tooHeavy = user.call(changeTransportStatus, {
      body: { transportId: transport, status: 'DELIVERED', realQuantityKg: 3_000_001 },
    });
    expect(await failureOf(tooHeavy)).toMatchObject({
      status: 400,
      fields: [{ path: 'real_cargo_quantity', code: 'VALUE_IS_WRONG' }],
    });
    await setTransportStatuses(user, transport, 'ON_THE_WAY');
    const newSalesId = await makeContract(user, 'sales', material);
    const redirect = { transportId: transport, dateUnloading: '2026-09-05', freightPerTonne: 5_000 };
    await user.call(redirectTransport, { body: { ...redirect, newSalesId } });
    expect(await user.call(getTransport, { params: { id: transport } })).toMatchObject({
      comment: 'brama 2',
    });

    await setTransportStatuses(user, transport, 'DELIVERED', 'TO_BE_SETTLED');
    const freight = (more: object) =>
      user.call(settleFreight, {
        body: { transportId: transport, status: 'INVOICE', freightAmount: 45_000, ...more },
      });
    await freight({
      transportInvoiceNumber: 'FT/1',
      transportInvoiceCreateDate: '2026-09-06',
      details: 'potrącić 200 zł',
    });
    await freight({});
    expect(await user.call(getTransport, { params: { id: transport } })).toMatchObject({
      comment: 'brama 2',
      details: 'potrącić 200 zł',
      transportInvoiceNumber: 'FT/1',
    });
    await freight({ comment: '', details: null });
    expect(await user.call(getTransport, { params: { id: transport } })).toMatchObject({
      comment: null,
      details: null,
    });
  });
});

describe('a sale settlement', () => {
  it('keeps its options when an ADMIN reverts its invoice; a user cannot revert the invoice', async () => {
    const trade = await makeReleasedTransport(user, material);
    await settleSaleWithOptions(user, trade.transport, [20_000, 91_000], [4_640, 85_000]);
    const { settlementId } = await settlementOf(user, 'sales', trade);
    const invoice = (who: TestUser, salesSettlementStatus: 'INVOICE' | 'TO_BE_SETTLED', more: object = {}) =>
      who.call(settlements.invoiceSale, { body: { settlementId, salesSettlementStatus, ...more } });
    await invoice(user, 'INVOICE', { salesInvoiceNumber: 'FS/1', salesDeliverDate: '2026-09-02' });
    const reason = 'Zły odbiorca';
    expect(await failureOf(invoice(user, 'TO_BE_SETTLED', { reason }))).toMatchObject({ code: 'FORBIDDEN' });
    await invoice(admin, 'TO_BE_SETTLED', { reason });
    const row = await settlementOf(user, 'sales', trade);
    expect(row).toMatchObject({
      salesSettlementStatus: 'TO_BE_SETTLED',
      salesInvoiceNumber: null,
      needsCorrection: false,
    });
    expect(row.options.map(({ realQuantityKg }) => realQuantityKg)).toEqual([20_000, 4_640]);
  });

  it('rejects a request with the status TO_BE_SETTLED after the sale was invoiced', async () => {
    const trade = await makeReleasedTransport(user, material);
    await settleSaleWithOptions(user, trade.transport, [24_640, 91_000]);
    const { settlementId, amount } = await settlementOf(user, 'sales', trade);
    await user.call(settlements.invoiceSale, {
      body: {
        settlementId,
        salesSettlementStatus: 'INVOICE',
        salesInvoiceNumber: 'FS/2',
        salesDeliverDate: '2026-09-02',
      },
    });
    const stale = user.call(settlements.settleSale, {
      body: {
        transportId: trade.transport,
        salesSettlementStatus: 'TO_BE_SETTLED',
        options: [{ realQuantityKg: 1, realCargoPrice: 10, realCargoQuality: 'Paszowa' }],
      },
    });
    expect(await failureOf(stale)).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
    expect(await settlementOf(user, 'sales', trade)).toMatchObject({ amount });
  });
});
