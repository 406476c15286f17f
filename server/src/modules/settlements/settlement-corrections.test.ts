import * as settlements from '@spichlerz/shared/wire/settlements';
import {
  changeTransportStatus,
  getTransport,
  redirectTransport,
  settleFreight,
} from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, type Person } from '../../testing/as.ts';
import { refusal } from '../../testing/call.ts';
import {
  type Material,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransport,
} from '../../testing/make.ts';
import { lastChanges, makeReleased, settlementOf, split } from '../../testing/settle.ts';

/* The ways back of decisions 3 (Correcting a statement). */

let test: TestApp;
let person: Person;
let admin: Person;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  person = await as(test);
  admin = await as(test, 'ADMIN');
  material = await makeMaterial(admin);
});
afterAll(() => test.close());

const settle = (transportId: number, price: number) =>
  person.call(settlements.settlePurchase, {
    body: { transportId, realPurchaseCargoPrice: price, realPurchaseCargoQuality: material.qualityId },
  });

const reasonMissing = { status: 400, code: 'VALUE_IS_MISSING', fields: [{ path: 'reason' }] };

describe('a purchase settlement', () => {
  it('is taken back with a reason, settled again, and keeps the first snapshot in the audit log', async () => {
    const trade = await makeReleased(person, material);
    await settle(trade.transport, 8_800);
    const takeBack = (more: object) =>
      person.call(settlements.settlePurchase, {
        body: { transportId: trade.transport, purchaseSettlementStatus: 'TO_BE_SETTLED', ...more },
      });
    expect(await refusal(takeBack({}))).toMatchObject(reasonMissing);
    await takeBack({ reason: 'Cena 88 zamiast 845', realPurchaseCargoPrice: 1 });
    const { settlementId, ...row } = await settlementOf(person, 'purchase', trade);
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
    expect(await settlementOf(person, 'purchase', trade)).toMatchObject({
      purchaseSettlementStatus: 'SETTLED',
      amount: 2_082_080,
    });
  });

  it('loses its invoice by an ADMIN only, back to the statement that was sent', async () => {
    const trade = await makeReleased(person, material);
    await settle(trade.transport, 84_500);
    const { settlementId } = await settlementOf(person, 'purchase', trade);
    const invoice = (who: Person, purchaseSettlementStatus: 'INVOICE' | 'SETTLED', more: object = {}) =>
      who.call(settlements.invoicePurchase, { body: { settlementId, purchaseSettlementStatus, ...more } });
    const reason = 'Zły numer';
    expect(await refusal(invoice(admin, 'SETTLED', { reason }))).toMatchObject({
      status: 409,
      code: 'CANNOT_SET_INVOICE_ON_THIS_STATUS',
    });
    await invoice(person, 'INVOICE', {
      purchaseInvoiceNumber: 'FZ/1',
      purchaseDeliverDate: '2026-09-02',
      purchasePaymentDate: '2026-09-20',
    });
    expect(await refusal(invoice(person, 'SETTLED', { reason }))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(invoice(admin, 'SETTLED'))).toMatchObject(reasonMissing);
    await invoice(admin, 'SETTLED', { reason });
    expect(await settlementOf(person, 'purchase', trade)).toMatchObject({
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
  it('keeps its notes through freight and redirect calls that leave them out, and weighs at most 3,000 t', async () => {
    const trade = await makeReleased(person, material);
    const transport = await makeTransport(person, trade.purchase, trade.sales, {
      cargoQuantity: 10_000,
      comment: 'brama 2',
    });
    const tooHeavy = person.call(changeTransportStatus, {
      body: { transportId: transport, status: 'DELIVERED', realCargoQuantity: 3_000_001 },
    });
    expect(await refusal(tooHeavy)).toMatchObject({
      status: 400,
      fields: [{ path: 'real_cargo_quantity', code: 'VALUE_IS_WRONG' }],
    });
    await setTransport(person, transport, 'ON_THE_WAY');
    const newSalesId = await makeContract(person, 'sales', material);
    const redirect = { transportId: transport, dateUnloading: '2026-09-05', pricePerTon: 5_000 };
    await person.call(redirectTransport, { body: { ...redirect, newSalesId } });
    expect(await person.call(getTransport, { params: { id: transport } })).toMatchObject({
      comment: 'brama 2',
    });

    await setTransport(person, transport, 'DELIVERED', 'TO_BE_SETTLED');
    const freight = (more: object) =>
      person.call(settleFreight, {
        body: { transportId: transport, status: 'INVOICE', realTransportPrice: 45_000, ...more },
      });
    await freight({
      transportInvoiceNumber: 'FT/1',
      transportInvoiceCreateDate: '2026-09-06',
      details: 'potrącić 200 zł',
    });
    await freight({});
    expect(await person.call(getTransport, { params: { id: transport } })).toMatchObject({
      comment: 'brama 2',
      details: 'potrącić 200 zł',
      transportInvoiceNumber: 'FT/1',
    });
    await freight({ comment: '', details: null });
    expect(await person.call(getTransport, { params: { id: transport } })).toMatchObject({
      comment: null,
      details: null,
    });
  });
});

describe('a sale settlement', () => {
  it('loses its invoice by an ADMIN only, and keeps its options', async () => {
    const trade = await makeReleased(person, material);
    await split(person, trade.transport, [20_000, 91_000], [4_640, 85_000]);
    const { settlementId } = await settlementOf(person, 'sales', trade);
    const invoice = (who: Person, salesSettlementStatus: 'INVOICE' | 'TO_BE_SETTLED', more: object = {}) =>
      who.call(settlements.invoiceSale, { body: { settlementId, salesSettlementStatus, ...more } });
    await invoice(person, 'INVOICE', { salesInvoiceNumber: 'FS/1', salesDeliverDate: '2026-09-02' });
    const reason = 'Zły odbiorca';
    expect(await refusal(invoice(person, 'TO_BE_SETTLED', { reason }))).toMatchObject({ code: 'FORBIDDEN' });
    await invoice(admin, 'TO_BE_SETTLED', { reason });
    const row = await settlementOf(person, 'sales', trade);
    expect(row).toMatchObject({
      salesSettlementStatus: 'TO_BE_SETTLED',
      salesInvoiceNumber: null,
      needsCorrection: false,
    });
    expect(row.options.map(({ realCargoQuantity }) => realCargoQuantity)).toEqual([20_000, 4_640]);
  });

  it('is not overwritten from a screen that saw another status', async () => {
    const trade = await makeReleased(person, material);
    await split(person, trade.transport, [24_640, 91_000]);
    const { settlementId, amount } = await settlementOf(person, 'sales', trade);
    await person.call(settlements.invoiceSale, {
      body: {
        settlementId,
        salesSettlementStatus: 'INVOICE',
        salesInvoiceNumber: 'FS/2',
        salesDeliverDate: '2026-09-02',
      },
    });
    const stale = person.call(settlements.settleSale, {
      body: {
        transportId: trade.transport,
        salesSettlementStatus: 'TO_BE_SETTLED',
        options: [{ realCargoQuantity: 1, realCargoPrice: 10, realCargoQuality: 'Paszowa' }],
      },
    });
    expect(await refusal(stale)).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
    expect(await settlementOf(person, 'sales', trade)).toMatchObject({ amount });
  });
});
