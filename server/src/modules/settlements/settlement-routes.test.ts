import { contracts } from '@spichlerz/shared/wire/contracts';
import * as settlements from '@spichlerz/shared/wire/settlements';
import {
  changeTransport,
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
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransport,
} from '../../testing/make.ts';

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

async function makeDelivered() {
  const purchase = await makeContract(person, 'purchase', material);
  const sales = await makeContract(person, 'sales', material, {
    mainCargoOption: { price: 91_000, rawMaterialQualityId: material.qualityId },
  });
  await makeAllocation(person, purchase, sales, 60_000);
  const truck = await makeTransport(person, purchase, sales);
  await person.call(changeTransportStatus, {
    body: { transportId: truck, status: 'DELIVERED', realCargoQuantity: 24_640 },
  });
  return { purchase, sales, truck };
}
const release = (transportId: number) => setTransport(person, transportId, 'TO_BE_SETTLED');

const rowOf = async (side: 'purchase' | 'sales', trade: { purchase: number; sales: number }) => {
  const query = { purchase: { purchaseId: trade.purchase }, sales: { salesId: trade.sales } }[side];
  const { list } = await person.call(settlements.listSettlements[side], { query });
  const [row] = list;
  if (row === undefined) throw new Error('no settlement');
  return row;
};

const settle = (transportId: number, price = 78_500) =>
  person.call(settlements.settlePurchase, {
    body: {
      transportId,
      realPurchaseCargoPrice: price,
      realPurchaseCargoQuality: material.qualityId,
      deductions: 'Wilgotność',
    },
  });
const split = (transportId: number, ...options: [number, number][]) =>
  person.call(settlements.settleSale, {
    body: {
      transportId,
      options: options.map(([realCargoQuantity, realCargoPrice]) => ({
        realCargoQuantity,
        realCargoPrice,
        realCargoQuality: 'Paszowa',
      })),
    },
  });

describe('the purchase side', () => {
  it('is settled once, after the release, and keeps the statement it sent', async () => {
    const trade = await makeDelivered();
    expect(await refusal(settle(trade.truck))).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
    await release(trade.truck);
    await settle(trade.truck);
    expect(await rowOf('purchase', trade)).toMatchObject({
      purchaseSettlementStatus: 'SETTLED',
      realCargoQuantity: 24_640,
      realPurchaseCargoPrice: 78_500,
      realPurchaseCargoQuality: 'Konsumpcyjna',
      amount: 1_934_240,
      deductions: 'Wilgotność',
      needsCorrection: false,
    });
    expect(await refusal(settle(trade.truck))).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
    expect(await refusal(setTransport(person, trade.truck, 'DELIVERED'))).toMatchObject({
      code: 'WRONG_STATUS',
    });
  });

  it('becomes nothing else than settled', async () => {
    const trade = await makeDelivered();
    await release(trade.truck);
    const body = {
      transportId: trade.truck,
      purchaseSettlementStatus: 'PAID' as const,
      realPurchaseCargoPrice: 78_500,
      realPurchaseCargoQuality: 'Konsumpcyjna',
    };
    expect(await refusal(person.call(settlements.settlePurchase, { body }))).toMatchObject({
      status: 409,
      code: 'WRONG_STATUS',
    });
    expect(await rowOf('purchase', trade)).toMatchObject({ purchaseSettlementStatus: 'TO_BE_SETTLED' });
  });

  it('refuses a quality of another raw material', async () => {
    const trade = await makeDelivered();
    await release(trade.truck);
    const other = await makeMaterial(admin);
    const body = {
      transportId: trade.truck,
      realPurchaseCargoPrice: 1,
      realPurchaseCargoQuality: other.qualityId,
    };
    expect(await refusal(person.call(settlements.settlePurchase, { body }))).toMatchObject({
      status: 400,
      code: 'RAW_MATERIAL_QUALITY_RELATION_NOT_FOUND',
    });
  });
});

describe('the sales side', () => {
  it('is split into one to five options, amounts rounded per line', async () => {
    const trade = await makeDelivered();
    expect(await refusal(split(trade.truck, [24_640, 91_000]))).toMatchObject({
      status: 409,
      code: 'WRONG_STATUS',
    });
    await release(trade.truck);
    // 333 kg × 1 grosz ÷ 1000 is 0, 1500 kg × 1 grosz ÷ 1000 is 1.5, rounded half up to 2
    await split(trade.truck, [333, 1], [1_500, 1], [22_807, 90_000]);
    expect(await rowOf('sales', trade)).toMatchObject({
      salesSettlementStatus: 'TO_BE_SETTLED',
      realCargoQuantity: 24_640,
      amount: 0 + 2 + 2_052_630,
      options: [{ amount: 0 }, { amount: 2 }, { amount: 2_052_630 }],
    });
    const six = Array.from({ length: 6 }, (): [number, number] => [1_000, 1_000]);
    expect(await refusal(split(trade.truck, ...six))).toMatchObject({
      status: 400,
      code: 'FST_ERR_VALIDATION',
    });
    expect(await refusal(split(trade.truck))).toMatchObject({ status: 400 });
  });

  it('holds no more in all than a quantity may be, so that every list with it can be told', async () => {
    const trade = await makeDelivered();
    await release(trade.truck);
    const most = 2_147_483_647;
    await split(trade.truck, [most - 1, most], [1, most]);
    expect(await rowOf('sales', trade)).toMatchObject({ realCargoQuantity: most });
    expect(await refusal(split(trade.truck, [most, most], [1, most]))).toMatchObject({
      status: 400,
      fields: [{ path: 'options.1.real_cargo_quantity', code: 'VALUE_IS_WRONG' }],
    });
    const no = Number.MIN_SAFE_INTEGER;
    expect(await refusal(split(trade.truck, [no, most], [no, most]))).toMatchObject({
      status: 400,
      fields: [{ path: 'options.0.real_cargo_quantity' }, { path: 'options.1.real_cargo_quantity' }],
    });
    expect(await rowOf('sales', trade)).toMatchObject({ realCargoQuantity: most });
  });

  it('shows that an invoice needs a correction when options change after it', async () => {
    const trade = await makeDelivered();
    await release(trade.truck);
    const { settlementId } = await rowOf('sales', trade);
    const invoice = {
      settlementId,
      salesSettlementStatus: 'INVOICE' as const,
      salesInvoiceNumber: 'FS/1',
      salesDeliverDate: '2026-09-02',
    };
    await person.call(settlements.invoiceSale, { body: invoice });
    expect(await rowOf('sales', trade)).toMatchObject({ needsCorrection: false, amount: 2_242_240 });
    await split(trade.truck, [24_000, 91_000]);
    expect(await rowOf('sales', trade)).toMatchObject({
      needsCorrection: true,
      salesSettlementStatus: 'INVOICE',
    });
    await person.call(settlements.invoiceSale, { body: invoice });
    expect(await rowOf('sales', trade)).toMatchObject({ needsCorrection: false });
  });
});

describe('an invoice', () => {
  it('needs its number and dates, and follows the order of statuses', async () => {
    const trade = await makeDelivered();
    const { settlementId } = await rowOf('purchase', trade);
    const invoice = (status: 'INVOICE' | 'PAID', more: object = {}) =>
      person.call(settlements.invoicePurchase, {
        body: { settlementId, purchaseSettlementStatus: status, ...more },
      });
    const data = { purchaseInvoiceNumber: 'FZ/7', purchaseDeliverDate: '2026-09-02' };
    expect(await refusal(invoice('INVOICE', data))).toMatchObject({
      status: 409,
      code: 'CANNOT_SET_INVOICE_ON_THIS_STATUS',
    });
    await release(trade.truck);
    await settle(trade.truck);
    expect(await refusal(invoice('INVOICE'))).toMatchObject({
      status: 400,
      code: 'INVOICE_DATA_INCOMPLETE',
      fields: [{ path: 'purchase_invoice_number' }, { path: 'purchase_deliver_date' }],
    });
    expect(await refusal(invoice('PAID', data))).toMatchObject({
      code: 'INVOICE_DATA_INCOMPLETE',
      fields: [{ path: 'purchase_payment_date' }],
    });
    await invoice('INVOICE', data);
    await invoice('PAID', { ...data, purchasePaymentDate: '2026-09-30' });
    expect(await refusal(invoice('PAID', data))).toMatchObject({ code: 'CANNOT_SET_INVOICE_ON_THIS_STATUS' });
    expect(await refusal(invoice('INVOICE', data))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    const reopen = { settlementId, purchaseSettlementStatus: 'INVOICE' as const, reason: 'Zła kwota' };
    await admin.call(settlements.invoicePurchase, { body: reopen });
    expect(await rowOf('purchase', trade)).toMatchObject({
      purchaseSettlementStatus: 'INVOICE',
      purchaseInvoiceNumber: 'FZ/7',
      purchasePaymentDate: '2026-09-30',
    });
    const { rows } = await test.pool.query(
      `select reason from history where entity = 'settlement' and action = 'purchase.reopened'`,
    );
    expect(rows).toEqual([{ reason: 'Zła kwota' }]);
  });

  it('of a settlement that is not there is refused with its field', async () => {
    const body = { settlementId: 999_999, salesSettlementStatus: 'INVOICE' as const };
    expect(await refusal(person.call(settlements.invoiceSale, { body }))).toMatchObject({
      status: 400,
      code: 'SETTLEMENT_NOT_FOUND',
    });
    const missing = { transportId: 999_999, realPurchaseCargoPrice: 1, realPurchaseCargoQuality: 'x' };
    expect(await refusal(person.call(settlements.settlePurchase, { body: missing }))).toMatchObject({
      status: 400,
      code: 'TRANSPORT_NOT_FOUND',
    });
  });
});

describe('a truck that moves', () => {
  it('takes its kilograms and the new contract’s price along', async () => {
    const trade = await makeDelivered();
    const other = await makeContract(person, 'sales', material, {
      mainCargoOption: { price: 95_000, rawMaterialQualityId: material.qualityId },
    });
    await person.call(settlements.moveSalesSettlement, {
      body: { transportId: trade.truck, newSalesId: other },
    });
    expect(await rowOf('sales', { ...trade, sales: other })).toMatchObject({
      salesId: other,
      realCargoPrice: 95_000,
      realCargoQuantity: 24_640,
    });
    expect(await person.call(contracts.sales.dashboard, { params: { id: trade.sales } })).toMatchObject({
      delivered: 0,
      allocated: 35_360,
    });
    expect(await person.call(contracts.purchase.dashboard, { params: { id: trade.purchase } })).toMatchObject(
      { delivered: 24_640, allocated: 35_360 },
    );
    await release(trade.truck);
    const again = person.call(settlements.moveSalesSettlement, {
      body: { transportId: trade.truck, newSalesId: trade.sales },
    });
    expect(await refusal(again)).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
  });

  it('goes only to a compatible contract with room', async () => {
    const trade = await makeDelivered();
    const small = await makeContract(person, 'sales', material, { cargoQuantity: 20_000 });
    const foreign = await makeContract(person, 'sales', await makeMaterial(admin));
    const move = (newSalesId: number) =>
      refusal(
        person.call(settlements.moveSalesSettlement, { body: { transportId: trade.truck, newSalesId } }),
      );
    expect(await move(small)).toMatchObject({ status: 409, code: 'TRANSPORT_QUANTITY_IS_TO_BIG' });
    expect(await move(foreign)).toMatchObject({ status: 409, code: 'CONTRACT_IS_NOT_COMPATIBLE' });
    expect(await move(trade.sales)).toMatchObject({ status: 409, code: 'CONTRACT_IS_NOT_COMPATIBLE' });
    expect(await move(999_999)).toMatchObject({ status: 400, code: 'CONTRACT_NOT_FOUND' });
  });

  it('is redirected only on the way, and its vehicle is locked there', async () => {
    const trade = await makeDelivered();
    const other = await makeContract(person, 'sales', material);
    const truck = await makeTransport(person, trade.purchase, trade.sales, {
      status: 'ON_THE_WAY',
      cargoQuantity: 20_000,
    });
    const stored = await person.call(getTransport, { params: { id: truck } });
    const body = {
      ...stored,
      gmpNumber: undefined,
      comment: undefined,
      realCargoQuantity: undefined,
      driverName: 'Kto Inny',
    };
    expect(await refusal(person.call(changeTransport, { params: { id: truck }, body }))).toMatchObject({
      status: 409,
      code: 'NOT_EDITABLE_TRANSPORT',
      fields: [{ path: 'driver_name' }],
    });
    const redirect = {
      transportId: truck,
      newSalesId: other,
      dateUnloading: '2026-09-04',
      pricePerTon: 5_500,
    };
    await person.call(redirectTransport, { body: redirect });
    expect(await person.call(getTransport, { params: { id: truck } })).toMatchObject({
      salesId: other,
      pricePerTon: 5_500,
      dateUnloading: '2026-09-04',
      cargoQuantity: 20_000,
    });
    expect(
      await refusal(person.call(redirectTransport, { body: { ...redirect, transportId: trade.truck } })),
    ).toMatchObject({ code: 'NOT_REALLOCATABLE_TRANSPORT' });
  });
});

describe('freight', () => {
  it('is invoiced and paid with its data, and re-opened by an ADMIN only', async () => {
    const { truck } = await makeDelivered();
    const freight = (status: 'INVOICE' | 'PAID', more: object = {}) =>
      person.call(settleFreight, {
        body: { transportId: truck, status, realTransportPrice: 110_880, ...more },
      });
    expect(await refusal(freight('INVOICE'))).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
    await release(truck);
    const data = { transportInvoiceNumber: 'T/1', transportInvoiceCreateDate: '2026-09-05' };
    expect(await refusal(freight('PAID', data))).toMatchObject({
      status: 400,
      code: 'INVOICE_DATA_INCOMPLETE',
      fields: [{ path: 'transport_payment_date' }],
    });
    await freight('INVOICE', data);
    expect(await refusal(setTransport(person, truck, 'PAID'))).toMatchObject({
      code: 'INVOICE_DATA_INCOMPLETE',
    });
    await freight('PAID', { ...data, transportPaymentDate: '2026-09-20' });
    expect(await refusal(setTransport(person, truck, 'INVOICE'))).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    await setTransport(admin, truck, 'INVOICE', 'TO_BE_SETTLED');
    expect(await person.call(getTransport, { params: { id: truck } })).toMatchObject({
      status: 'TO_BE_SETTLED',
      realTransportPrice: 110_880,
    });
  });

  it('of a returned truck is paid although its goods count for nothing', async () => {
    const trade = await makeDelivered();
    const truck = await makeTransport(person, trade.purchase, trade.sales, { cargoQuantity: 10_000 });
    await setTransport(person, truck, 'ON_THE_WAY', 'RETURN_TO_CLIENT');
    const invoice = {
      transportInvoiceNumber: 'T/2',
      transportInvoiceCreateDate: '2026-09-05',
      transportPaymentDate: '2026-09-20',
    };
    await person.call(settleFreight, {
      body: { transportId: truck, status: 'PAID', realTransportPrice: 45_000, ...invoice },
    });
    expect(await person.call(contracts.sales.dashboard, { params: { id: trade.sales } })).toMatchObject({
      inDelivery: 0,
      delivered: 24_640,
      allocated: 35_360,
    });
    await setTransport(admin, truck, 'INVOICE', 'RETURN_TO_CLIENT');
  });
});

it('leaves every stored balance equal to its rows', async () => {
  const { rows } = await test.pool.query('select * from integrity_problem');
  expect(rows).toEqual([]);
});
