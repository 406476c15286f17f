import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { moveSalesSettlement, settleSale } from '@spichlerz/shared/wire/settlements';
import {
  changeTransport,
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
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setContractStatus,
  setTransportStatuses,
} from '../../testing/make.ts';
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

describe('a transport that moves to another contract', () => {
  it('keeps its kilograms and gets the price of the new contract', async () => {
    const trade = await makeDeliveredTransport(user, material);
    const other = await makeContract(user, 'sales', material, {
      mainCargoOption: { price: 95_000, rawMaterialQualityId: material.qualityId },
    });
    await user.call(moveSalesSettlement, {
      body: { transportId: trade.transport, newSalesId: other },
    });
    expect(await settlementOf(user, 'sales', { ...trade, sales: other })).toMatchObject({
      salesId: other,
      realCargoPrice: 95_000,
      realQuantityKg: 24_640,
    });
    expect(await user.call(contracts.sales.dashboard, { params: { id: trade.sales } })).toMatchObject({
      delivered: 0,
      allocated: 35_360,
    });
    expect(await user.call(contracts.purchase.dashboard, { params: { id: trade.purchase } })).toMatchObject({
      delivered: 24_640,
      allocated: 35_360,
    });
    await setTransportStatuses(user, trade.transport, 'TO_BE_SETTLED');
    const again = user.call(moveSalesSettlement, {
      body: { transportId: trade.transport, newSalesId: trade.sales },
    });
    expect(await failureOf(again)).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
  });

  it('keeps the kilograms and quality of each sales option, and gets the price of the new contract in each option', async () => {
    const trade = await makeReleasedTransport(user, material);
    await settleSaleWithOptions(user, trade.transport, [14_000, 90_000], [10_640, 88_000]);
    await setTransportStatuses(user, trade.transport, 'DELIVERED');
    const other = await makeContract(user, 'sales', material, {
      mainCargoOption: { price: 80_000, rawMaterialQualityId: material.qualityId },
    });
    await user.call(moveSalesSettlement, { body: { transportId: trade.transport, newSalesId: other } });
    const moved = { ...trade, sales: other };
    expect(await settlementOf(user, 'sales', moved)).toMatchObject({
      realCargoPrice: 80_000,
      amount: 1_120_000 + 851_200,
      options: [
        { realQuantityKg: 14_000, realCargoPrice: 80_000, realCargoQuality: 'Paszowa' },
        { realQuantityKg: 10_640, realCargoPrice: 80_000, realCargoQuality: 'Paszowa' },
      ],
    });
    const { settlementId } = await settlementOf(user, 'sales', moved);
    expect(await lastChanges(test.pool, settlementId)).toMatchObject({
      options: [
        [{ price_minor_per_tonne: 90_000 }, { price_minor_per_tonne: 88_000 }],
        [{}, {}],
      ],
    });
  });

  it('loses the deductions, because they explain the price of the former contract', async () => {
    const trade = await makeReleasedTransport(user, material);
    const option = { realQuantityKg: 24_640, realCargoPrice: 75_000, realCargoQuality: 'Paszowa' };
    await user.call(settleSale, {
      body: {
        transportId: trade.transport,
        salesSettlementStatus: 'TO_BE_SETTLED',
        options: [option],
        deductions: 'wilgotność −50 zł/t',
      },
    });
    await setTransportStatuses(user, trade.transport, 'DELIVERED');
    const other = await makeContract(user, 'sales', material);
    await user.call(moveSalesSettlement, { body: { transportId: trade.transport, newSalesId: other } });
    const moved = await settlementOf(user, 'sales', { ...trade, sales: other });
    expect(moved.deductions).toBeNull();
    expect(await lastChanges(test.pool, moved.settlementId)).toMatchObject({
      deductions: ['wilgotność −50 zł/t', null],
    });
  });

  it('is rejected when the other contract is incompatible or has too little open quantity', async () => {
    const trade = await makeDeliveredTransport(user, material);
    const small = await makeContract(user, 'sales', material, { quantityKg: 20_000 });
    const foreign = await makeContract(user, 'sales', await makeMaterial(admin));
    const move = (newSalesId: number) =>
      failureOf(user.call(moveSalesSettlement, { body: { transportId: trade.transport, newSalesId } }));
    expect(await move(small)).toMatchObject({
      status: 409,
      code: 'TRANSPORT_QUANTITY_IS_TO_BIG',
      fields: [{ path: 'new_sales_id' }],
    });
    expect(await move(foreign)).toMatchObject({ status: 409, code: 'CONTRACT_IS_NOT_COMPATIBLE' });
    expect(await move(trade.sales)).toMatchObject({ status: 409, code: 'CONTRACT_IS_NOT_COMPATIBLE' });
    expect(await move(999_999)).toMatchObject({ status: 400, code: 'CONTRACT_NOT_FOUND' });
    // a quantity within the tolerance is accepted, although it was not planned
    const tolerant = await makeContract(user, 'sales', material, {
      quantityKg: 20_000,
      isTolerance: true,
      toleranceType: 'BUYER',
      toleranceUnit: 'T',
      toleranceQuantity: 4_640,
    });
    await user.call(moveSalesSettlement, { body: { transportId: trade.transport, newSalesId: tolerant } });
  });

  it('rejects a second move, a change or a redirect with the version from before the move', async () => {
    const trade = await makeDeliveredTransport(user, material);
    const [other, third] = [
      await makeContract(user, 'sales', material),
      await makeContract(user, 'sales', material),
    ];
    const { version } = await settlementOf(user, 'sales', trade);
    const move = (newSalesId: number) =>
      user.call(moveSalesSettlement, { body: { transportId: trade.transport, newSalesId, version } });
    const loaded = await user.call(getTransport, { params: { id: trade.transport } });
    await move(other);
    expect(await failureOf(move(third))).toMatchObject({ status: 409, code: 'CONFLICT' });
    // an edit based on the former contract is a conflict
    const body = { ...loaded, gmpNumber: undefined, comment: undefined, realQuantityKg: 24_640 };
    const edit = user.call(changeTransport, { params: { id: trade.transport }, body });
    expect(await failureOf(edit)).toMatchObject({ status: 409, code: 'CONFLICT' });

    const transport = await makeTransport(user, trade.purchase, trade.sales, { status: 'ON_THE_WAY' });
    const stored = await user.call(getTransport, { params: { id: transport } });
    const redirect = (newSalesId: number) =>
      user.call(redirectTransport, {
        body: {
          transportId: transport,
          newSalesId,
          dateUnloading: '2026-09-04',
          freightPerTonne: 5_500,
          version: stored.version,
        },
      });
    await redirect(other);
    expect(await failureOf(redirect(third))).toMatchObject({ status: 409, code: 'CONFLICT' });
    const arrives = user.call(changeTransportStatus, {
      body: { transportId: transport, status: 'DELIVERED', version: stored.version },
    });
    expect(await failureOf(arrives)).toMatchObject({ status: 409, code: 'CONFLICT' });
  });

  it('can be redirected on the way but not after its delivery; its driver cannot be changed on the way', async () => {
    const trade = await makeDeliveredTransport(user, material);
    const other = await makeContract(user, 'sales', material);
    const transport = await makeTransport(user, trade.purchase, trade.sales, {
      status: 'ON_THE_WAY',
      quantityKg: 20_000,
    });
    const stored = await user.call(getTransport, { params: { id: transport } });
    const body = {
      ...stored,
      gmpNumber: undefined,
      comment: undefined,
      realQuantityKg: undefined,
      driverName: 'Kto Inny',
    };
    expect(await failureOf(user.call(changeTransport, { params: { id: transport }, body }))).toMatchObject({
      status: 409,
      code: 'NOT_EDITABLE_TRANSPORT',
      fields: [{ path: 'driver_name' }],
    });
    const redirect = {
      transportId: transport,
      newSalesId: other,
      dateUnloading: '2026-09-04',
      freightPerTonne: 5_500,
    };
    await user.call(redirectTransport, { body: redirect });
    expect(await user.call(getTransport, { params: { id: transport } })).toMatchObject({
      salesId: other,
      freightPerTonne: 5_500,
      dateUnloading: '2026-09-04',
      quantityKg: 20_000,
      comment: null,
    });
    expect(
      await failureOf(user.call(redirectTransport, { body: { ...redirect, transportId: trade.transport } })),
    ).toMatchObject({ code: 'NOT_REALLOCATABLE_TRANSPORT' });
  });
});

const allocatedOf = async (side: 'purchase' | 'sales', id: number) =>
  (await user.call(contracts[side].dashboard, { params: { id } })).allocated;

describe('a transport of a closed contract', () => {
  it('leaves no open quantity on the contract when it is released with a lower weight', async () => {
    const trade = await makeDeliveredTransport(user, material);
    const other = await makeContract(user, 'sales', material);
    await makeAllocation(user, trade.purchase, other, 5_000);
    await setContractStatus(user, 'sales', trade.sales, 'CLOSED');
    await user.call(changeTransportStatus, {
      body: { transportId: trade.transport, status: 'TO_BE_SETTLED', realQuantityKg: 23_000 },
    });
    expect(await allocatedOf('sales', trade.sales)).toBe(0);
    // allocations to other contracts stay
    expect(await allocatedOf('purchase', trade.purchase)).toBe(5_000);
    expect(await allocatedOf('sales', other)).toBe(5_000);
  });

  it('leaves no open quantity on the contract when it is returned; its kilograms can be allocated to a different sale', async () => {
    const purchase = await makeContract(user, 'purchase', material, { quantityKg: 25_000 });
    const sales = await makeContract(user, 'sales', material);
    await makeAllocation(user, purchase, sales, 25_000);
    const transport = await makeTransport(user, purchase, sales, {
      quantityKg: 25_000,
      status: 'DELIVERED',
    });
    await setContractStatus(user, 'sales', sales, 'CLOSED');
    await setTransportStatuses(user, transport, 'RETURN_TO_CLIENT');
    expect(await allocatedOf('sales', sales)).toBe(0);
    const other = await makeContract(user, 'sales', material);
    await makeAllocation(user, purchase, other, 25_000);
    expect(await allocatedOf('purchase', purchase)).toBe(25_000);
  });

  it('leaves no open quantity on the contract when its settlement moves to a different sale with an existing allocation', async () => {
    const trade = await makeDeliveredTransport(user, material);
    const other = await makeContract(user, 'sales', material);
    await setContractStatus(user, 'sales', trade.sales, 'CLOSED');
    await makeAllocation(user, trade.purchase, other, 30_000);
    await user.call(moveSalesSettlement, { body: { transportId: trade.transport, newSalesId: other } });
    expect(await allocatedOf('sales', trade.sales)).toBe(0);
    expect(await allocatedOf('sales', other)).toBe(30_000 - 24_640);
    const { list } = await user.call(listAuditEntries, {
      query: { entity: 'contract', entityId: trade.sales, limit: 1 },
    });
    expect(list).toMatchObject([{ action: 'allocationReleased', changes: { openKg: [24_640, 0] } }]);
  });
});

describe('freight', () => {
  it('requires complete data for the invoice and the payment, and an ADMIN with a reason to be re-opened', async () => {
    const { transport } = await makeDeliveredTransport(user, material);
    const freight = (status: 'INVOICE' | 'PAID', more: object = {}) =>
      user.call(settleFreight, {
        body: { transportId: transport, status, freightAmount: 110_880, ...more },
      });
    expect(await failureOf(freight('INVOICE'))).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
    await setTransportStatuses(user, transport, 'TO_BE_SETTLED');
    const data = { transportInvoiceNumber: 'T/1', transportInvoiceCreateDate: '2026-09-05' };
    expect(await failureOf(freight('PAID', data))).toMatchObject({
      status: 400,
      code: 'INVOICE_DATA_INCOMPLETE',
      fields: [{ path: 'transport_payment_date' }],
    });
    const { version } = await user.call(getTransport, { params: { id: transport } });
    await freight('INVOICE', { ...data, version, details: 'Postój' });
    expect(await failureOf(freight('INVOICE', { ...data, version }))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
    expect(await failureOf(setTransportStatuses(user, transport, 'PAID'))).toMatchObject({
      code: 'INVOICE_DATA_INCOMPLETE',
    });
    await freight('PAID', { ...data, transportPaymentDate: '2026-09-20' });
    expect(await failureOf(setTransportStatuses(user, transport, 'INVOICE'))).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    const step = (status: 'INVOICE' | 'TO_BE_SETTLED', more: object = {}) =>
      admin.call(changeTransportStatus, { body: { transportId: transport, status, ...more } });
    const reason = 'Zły numer';
    expect(await failureOf(step('INVOICE'))).toMatchObject({
      status: 400,
      code: 'VALUE_IS_MISSING',
      fields: [{ path: 'reason' }],
    });
    await step('INVOICE', { reason });
    // a weight is accepted only on delivery and on release
    expect(await failureOf(step('TO_BE_SETTLED', { reason, realQuantityKg: 20_000 }))).toMatchObject({
      status: 400,
      fields: [{ path: 'real_cargo_quantity', code: 'VALUE_IS_WRONG' }],
    });
    await step('TO_BE_SETTLED', { reason, realQuantityKg: 24_640 });
    expect(await user.call(getTransport, { params: { id: transport } })).toMatchObject({
      status: 'TO_BE_SETTLED',
      realQuantityKg: 24_640,
      freightAmount: null,
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

  it('can be paid for a returned transport, whose kilograms do not count as delivered', async () => {
    const trade = await makeDeliveredTransport(user, material);
    const transport = await makeTransport(user, trade.purchase, trade.sales, { quantityKg: 10_000 });
    await setTransportStatuses(user, transport, 'ON_THE_WAY', 'RETURN_TO_CLIENT');
    const invoice = {
      transportInvoiceNumber: 'T/2',
      transportInvoiceCreateDate: '2026-09-05',
      transportPaymentDate: '2026-09-20',
    };
    await user.call(settleFreight, {
      body: { transportId: transport, status: 'PAID', freightAmount: 45_000, ...invoice },
    });
    expect(await user.call(contracts.sales.dashboard, { params: { id: trade.sales } })).toMatchObject({
      inDelivery: 0,
      delivered: 24_640,
      allocated: 35_360,
    });
    await setTransportStatuses(admin, transport, 'INVOICE', 'RETURN_TO_CLIENT');
  });
});

it('the integrity check finds no problem in the data of all preceding tests', async () => {
  const { rows } = await test.pool.query('select * from integrity_problem');
  expect(rows).toEqual([]);
});
