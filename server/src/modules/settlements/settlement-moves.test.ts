import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { moveSalesSettlement } from '@spichlerz/shared/wire/settlements';
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
  setContract,
  setTransport,
} from '../../testing/make.ts';
import { lastChanges, makeDelivered, makeReleased, settlementOf, split } from '../../testing/settle.ts';

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

describe('a truck that moves', () => {
  it('takes its kilograms and the new contract’s price along', async () => {
    const trade = await makeDelivered(person, material);
    const other = await makeContract(person, 'sales', material, {
      mainCargoOption: { price: 95_000, rawMaterialQualityId: material.qualityId },
    });
    await person.call(moveSalesSettlement, {
      body: { transportId: trade.transport, newSalesId: other },
    });
    expect(await settlementOf(person, 'sales', { ...trade, sales: other })).toMatchObject({
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
    await setTransport(person, trade.transport, 'TO_BE_SETTLED');
    const again = person.call(moveSalesSettlement, {
      body: { transportId: trade.transport, newSalesId: trade.sales },
    });
    expect(await refusal(again)).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
  });

  it('takes its split along, at the new price', async () => {
    const trade = await makeReleased(person, material);
    await split(person, trade.transport, [14_000, 90_000], [10_640, 88_000]);
    await setTransport(person, trade.transport, 'DELIVERED');
    const other = await makeContract(person, 'sales', material, {
      mainCargoOption: { price: 80_000, rawMaterialQualityId: material.qualityId },
    });
    await person.call(moveSalesSettlement, { body: { transportId: trade.transport, newSalesId: other } });
    const moved = { ...trade, sales: other };
    expect(await settlementOf(person, 'sales', moved)).toMatchObject({
      realCargoPrice: 80_000,
      amount: 1_120_000 + 851_200,
      options: [
        { realCargoQuantity: 14_000, realCargoPrice: 80_000, realCargoQuality: 'Paszowa' },
        { realCargoQuantity: 10_640, realCargoPrice: 80_000, realCargoQuality: 'Paszowa' },
      ],
    });
    const { settlementId } = await settlementOf(person, 'sales', moved);
    expect(await lastChanges(test.pool, settlementId)).toMatchObject({
      options: [
        [{ price_minor_per_tonne: 90_000 }, { price_minor_per_tonne: 88_000 }],
        [{}, {}],
      ],
    });
  });

  it('goes only to a compatible contract with room', async () => {
    const trade = await makeDelivered(person, material);
    const small = await makeContract(person, 'sales', material, { cargoQuantity: 20_000 });
    const foreign = await makeContract(person, 'sales', await makeMaterial(admin));
    const move = (newSalesId: number) =>
      refusal(person.call(moveSalesSettlement, { body: { transportId: trade.transport, newSalesId } }));
    expect(await move(small)).toMatchObject({
      status: 409,
      code: 'TRANSPORT_QUANTITY_IS_TO_BIG',
      fields: [{ path: 'new_sales_id' }],
    });
    expect(await move(foreign)).toMatchObject({ status: 409, code: 'CONTRACT_IS_NOT_COMPATIBLE' });
    expect(await move(trade.sales)).toMatchObject({ status: 409, code: 'CONTRACT_IS_NOT_COMPATIBLE' });
    expect(await move(999_999)).toMatchObject({ status: 400, code: 'CONTRACT_NOT_FOUND' });
    // what the recipient may ask for beyond its quantity must be accepted, though not planned
    const tolerant = await makeContract(person, 'sales', material, {
      cargoQuantity: 20_000,
      isTolerance: true,
      toleranceType: 'BUYER',
      toleranceUnit: 'T',
      toleranceQuantity: 4_640,
    });
    await person.call(moveSalesSettlement, { body: { transportId: trade.transport, newSalesId: tolerant } });
  });

  it('moves from where it was seen only', async () => {
    const trade = await makeDelivered(person, material);
    const [other, third] = [
      await makeContract(person, 'sales', material),
      await makeContract(person, 'sales', material),
    ];
    const { version } = await settlementOf(person, 'sales', trade);
    const move = (newSalesId: number) =>
      person.call(moveSalesSettlement, { body: { transportId: trade.transport, newSalesId, version } });
    const seen = await person.call(getTransport, { params: { id: trade.transport } });
    await move(other);
    expect(await refusal(move(third))).toMatchObject({ status: 409, code: 'CONFLICT' });
    // whoever edits the truck meanwhile sends the contract it came from
    const body = { ...seen, gmpNumber: undefined, comment: undefined, realCargoQuantity: 24_640 };
    const edit = person.call(changeTransport, { params: { id: trade.transport }, body });
    expect(await refusal(edit)).toMatchObject({ status: 409, code: 'CONFLICT' });

    const transport = await makeTransport(person, trade.purchase, trade.sales, { status: 'ON_THE_WAY' });
    const stored = await person.call(getTransport, { params: { id: transport } });
    const redirect = (newSalesId: number) =>
      person.call(redirectTransport, {
        body: {
          transportId: transport,
          newSalesId,
          dateUnloading: '2026-09-04',
          pricePerTon: 5_500,
          version: stored.version,
        },
      });
    await redirect(other);
    expect(await refusal(redirect(third))).toMatchObject({ status: 409, code: 'CONFLICT' });
    const arrives = person.call(changeTransportStatus, {
      body: { transportId: transport, status: 'DELIVERED', version: stored.version },
    });
    expect(await refusal(arrives)).toMatchObject({ status: 409, code: 'CONFLICT' });
  });

  it('is redirected only on the way, and its vehicle is locked there', async () => {
    const trade = await makeDelivered(person, material);
    const other = await makeContract(person, 'sales', material);
    const transport = await makeTransport(person, trade.purchase, trade.sales, {
      status: 'ON_THE_WAY',
      cargoQuantity: 20_000,
    });
    const stored = await person.call(getTransport, { params: { id: transport } });
    const body = {
      ...stored,
      gmpNumber: undefined,
      comment: undefined,
      realCargoQuantity: undefined,
      driverName: 'Kto Inny',
    };
    expect(await refusal(person.call(changeTransport, { params: { id: transport }, body }))).toMatchObject({
      status: 409,
      code: 'NOT_EDITABLE_TRANSPORT',
      fields: [{ path: 'driver_name' }],
    });
    const redirect = {
      transportId: transport,
      newSalesId: other,
      dateUnloading: '2026-09-04',
      pricePerTon: 5_500,
    };
    await person.call(redirectTransport, { body: redirect });
    expect(await person.call(getTransport, { params: { id: transport } })).toMatchObject({
      salesId: other,
      pricePerTon: 5_500,
      dateUnloading: '2026-09-04',
      cargoQuantity: 20_000,
      comment: null,
    });
    expect(
      await refusal(person.call(redirectTransport, { body: { ...redirect, transportId: trade.transport } })),
    ).toMatchObject({ code: 'NOT_REALLOCATABLE_TRANSPORT' });
  });
});

const allocatedOf = async (side: 'purchase' | 'sales', id: number) =>
  (await person.call(contracts[side].dashboard, { params: { id } })).allocated;

describe('a truck of a closed contract', () => {
  it('leaves nothing open there when it weighs less at its release', async () => {
    const trade = await makeDelivered(person, material);
    const other = await makeContract(person, 'sales', material);
    await makeAllocation(person, trade.purchase, other, 5_000);
    await setContract(person, 'sales', trade.sales, 'CLOSED');
    await person.call(changeTransportStatus, {
      body: { transportId: trade.transport, status: 'TO_BE_SETTLED', realCargoQuantity: 23_000 },
    });
    expect(await allocatedOf('sales', trade.sales)).toBe(0);
    // what is promised to others stays
    expect(await allocatedOf('purchase', trade.purchase)).toBe(5_000);
    expect(await allocatedOf('sales', other)).toBe(5_000);
  });

  it('leaves nothing open there when it comes back, and the goods go to another sale', async () => {
    const purchase = await makeContract(person, 'purchase', material, { cargoQuantity: 25_000 });
    const sales = await makeContract(person, 'sales', material);
    await makeAllocation(person, purchase, sales, 25_000);
    const transport = await makeTransport(person, purchase, sales, {
      cargoQuantity: 25_000,
      status: 'DELIVERED',
    });
    await setContract(person, 'sales', sales, 'CLOSED');
    await setTransport(person, transport, 'RETURN_TO_CLIENT');
    expect(await allocatedOf('sales', sales)).toBe(0);
    const other = await makeContract(person, 'sales', material);
    await makeAllocation(person, purchase, other, 25_000);
    expect(await allocatedOf('purchase', purchase)).toBe(25_000);
  });

  it('leaves nothing open there when its settlement moves to a sale that has a plan of its own for it', async () => {
    const trade = await makeDelivered(person, material);
    const other = await makeContract(person, 'sales', material);
    await setContract(person, 'sales', trade.sales, 'CLOSED');
    await makeAllocation(person, trade.purchase, other, 30_000);
    await person.call(moveSalesSettlement, { body: { transportId: trade.transport, newSalesId: other } });
    expect(await allocatedOf('sales', trade.sales)).toBe(0);
    expect(await allocatedOf('sales', other)).toBe(30_000 - 24_640);
    const { list } = await person.call(listAuditEntries, {
      query: { entity: 'contract', entityId: trade.sales, limit: 1 },
    });
    expect(list).toMatchObject([{ action: 'allocationReleased', changes: { openKg: [24_640, 0] } }]);
  });
});

describe('freight', () => {
  it('is invoiced and paid with its data, and re-opened by an ADMIN only', async () => {
    const { transport } = await makeDelivered(person, material);
    const freight = (status: 'INVOICE' | 'PAID', more: object = {}) =>
      person.call(settleFreight, {
        body: { transportId: transport, status, realTransportPrice: 110_880, ...more },
      });
    expect(await refusal(freight('INVOICE'))).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
    await setTransport(person, transport, 'TO_BE_SETTLED');
    const data = { transportInvoiceNumber: 'T/1', transportInvoiceCreateDate: '2026-09-05' };
    expect(await refusal(freight('PAID', data))).toMatchObject({
      status: 400,
      code: 'INVOICE_DATA_INCOMPLETE',
      fields: [{ path: 'transport_payment_date' }],
    });
    const { version } = await person.call(getTransport, { params: { id: transport } });
    await freight('INVOICE', { ...data, version, details: 'Postój' });
    expect(await refusal(freight('INVOICE', { ...data, version }))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
    expect(await refusal(setTransport(person, transport, 'PAID'))).toMatchObject({
      code: 'INVOICE_DATA_INCOMPLETE',
    });
    await freight('PAID', { ...data, transportPaymentDate: '2026-09-20' });
    expect(await refusal(setTransport(person, transport, 'INVOICE'))).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    const step = (status: 'INVOICE' | 'TO_BE_SETTLED', more: object = {}) =>
      admin.call(changeTransportStatus, { body: { transportId: transport, status, ...more } });
    const reason = 'Zły numer';
    expect(await refusal(step('INVOICE'))).toMatchObject({
      status: 400,
      code: 'VALUE_IS_MISSING',
      fields: [{ path: 'reason' }],
    });
    await step('INVOICE', { reason });
    // a weight is taken on delivery and on release only
    expect(await refusal(step('TO_BE_SETTLED', { reason, realCargoQuantity: 20_000 }))).toMatchObject({
      status: 400,
      fields: [{ path: 'real_cargo_quantity', code: 'VALUE_IS_WRONG' }],
    });
    await step('TO_BE_SETTLED', { reason, realCargoQuantity: 24_640 });
    // no transport walks back to NEW with an invoice on it
    expect(await person.call(getTransport, { params: { id: transport } })).toMatchObject({
      status: 'TO_BE_SETTLED',
      realCargoQuantity: 24_640,
      realTransportPrice: null,
      transportInvoiceNumber: null,
      transportInvoiceCreateDate: null,
      transportPaymentDate: null,
      details: 'Postój',
    });
    const { rows } = await test.pool.query(
      "select reason, changes->'freight_invoice_number' as number from history where entity = 'transport' and entity_id = $1 order by id desc limit 1",
      [transport],
    );
    expect(rows).toEqual([{ reason, number: ['T/1', null] }]);
  });

  it('of a returned truck is paid although its goods count for nothing', async () => {
    const trade = await makeDelivered(person, material);
    const transport = await makeTransport(person, trade.purchase, trade.sales, { cargoQuantity: 10_000 });
    await setTransport(person, transport, 'ON_THE_WAY', 'RETURN_TO_CLIENT');
    const invoice = {
      transportInvoiceNumber: 'T/2',
      transportInvoiceCreateDate: '2026-09-05',
      transportPaymentDate: '2026-09-20',
    };
    await person.call(settleFreight, {
      body: { transportId: transport, status: 'PAID', realTransportPrice: 45_000, ...invoice },
    });
    expect(await person.call(contracts.sales.dashboard, { params: { id: trade.sales } })).toMatchObject({
      inDelivery: 0,
      delivered: 24_640,
      allocated: 35_360,
    });
    await setTransport(admin, transport, 'INVOICE', 'RETURN_TO_CLIENT');
  });
});

it('leaves every stored balance equal to its rows', async () => {
  const { rows } = await test.pool.query('select * from integrity_problem');
  expect(rows).toEqual([]);
});
