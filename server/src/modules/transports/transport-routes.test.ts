import { getAllocatedValue } from '@spichlerz/shared/wire/allocations';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { listSettlements } from '@spichlerz/shared/wire/settlements';
import {
  changeTransport,
  changeTransportStatus,
  deleteTransport,
  getTransport,
  listTransports,
  redirectTransport,
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
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
});
afterAll(() => test.close());

const purchase = (overrides = {}) => makeContract(user, 'purchase', material, overrides);
const sale = (overrides = {}) => makeContract(user, 'sales', material, overrides);
const figures = async (side: 'purchase' | 'sales', id: number) => {
  const { allocated, inDelivery, delivered, toAllocate, allowed } = await user.call(
    contracts[side].dashboard,
    { params: { id } },
  );
  return { allocated, inDelivery, delivered, toAllocate, allowed };
};

describe('a transport', () => {
  it('reduces the open quantity of its allocation by its planned kilograms, and after the delivery by its unloaded kilograms', async () => {
    const [from, to] = [await purchase(), await sale()];
    await makeAllocation(user, from, to, 80_000);
    const transport = await makeTransport(user, from, to);
    expect(await figures('purchase', from)).toEqual({
      allocated: 55_000,
      inDelivery: 25_000,
      delivered: 0,
      toAllocate: 20_000,
      allowed: 20_000,
    });
    await setTransportStatuses(user, transport, 'ON_THE_WAY');
    await user.call(changeTransportStatus, {
      body: { transportId: transport, status: 'DELIVERED', realQuantityKg: 24_640 },
    });
    const after = {
      allocated: 55_360,
      inDelivery: 0,
      delivered: 24_640,
      toAllocate: 20_000,
      allowed: 20_000,
    };
    expect(await figures('purchase', from)).toEqual(after);
    expect(await figures('sales', to)).toEqual(after);
    expect(await user.call(getAllocatedValue, { body: { purchaseId: from, salesId: to } })).toBe(55_360);
  });

  it('gets a settlement with the prices of its contracts when it is delivered', async () => {
    const [from, to] = [
      await purchase(),
      await sale({ mainCargoOption: { price: 91_000, rawMaterialQualityId: material.qualityId } }),
    ];
    await makeAllocation(user, from, to, 50_000);
    await makeTransport(user, from, to, { status: 'DELIVERED' });
    const { list } = await user.call(listSettlements.sales, { query: { salesId: to } });
    expect(list).toMatchObject([
      {
        purchaseSettlementStatus: 'DELIVERED',
        salesSettlementStatus: 'DELIVERED',
        realPurchaseCargoPrice: 80_000,
        realCargoPrice: 91_000,
        realQuantityKg: 25_000,
        salesDeliverDate: '2026-09-02',
        amount: 2_275_000,
      },
    ]);
  });

  it('cannot be created with an unloaded weight, except as DELIVERED with an unloaded weight equal to the planned weight', async () => {
    const [from, to] = [await purchase(), await sale()];
    await makeAllocation(user, from, to, 50_000);
    const wrong = { status: 400, fields: [{ path: 'real_cargo_quantity', code: 'VALUE_IS_WRONG' }] };
    for (const body of [{ status: 'DELIVERED', realQuantityKg: 24_640 }, { realQuantityKg: 25_000 }] as const)
      expect(await failureOf(makeTransport(user, from, to, body))).toMatchObject(wrong);
    await makeTransport(user, from, to, { status: 'DELIVERED', realQuantityKg: 25_000 });
  });

  it('copies a new unloading date to the delivery dates of its settlement, up to and including the release', async () => {
    const [from, to] = [await purchase(), await sale()];
    await makeAllocation(user, from, to, 50_000);
    const transport = await makeTransport(user, from, to, { status: 'ON_THE_WAY' });
    const save = async (changes: { status?: 'DELIVERED' | 'TO_BE_SETTLED'; dateUnloading: string }) => {
      const stored = await user.call(getTransport, { params: { id: transport } });
      const body = { ...stored, gmpNumber: undefined, comment: undefined, realQuantityKg: undefined };
      await user.call(changeTransport, { params: { id: transport }, body: { ...body, ...changes } });
      const { list } = await user.call(listSettlements.sales, { query: { salesId: to } });
      return [list[0]?.purchaseDeliverDate, list[0]?.salesDeliverDate];
    };
    expect(await save({ status: 'DELIVERED', dateUnloading: '2026-09-03' })).toEqual([
      '2026-09-03',
      '2026-09-03',
    ]);
    expect(await save({ dateUnloading: '2026-09-04' })).toEqual(['2026-09-04', '2026-09-04']);
    expect(await save({ status: 'TO_BE_SETTLED', dateUnloading: '2026-09-05' })).toEqual([
      '2026-09-05',
      '2026-09-05',
    ]);
  });

  it('stores the unloaded kilograms and the comment when its form is saved with the release', async () => {
    const [from, to] = [await purchase(), await sale()];
    await makeAllocation(user, from, to, 50_000);
    const transport = await makeTransport(user, from, to, { status: 'DELIVERED' });
    const stored = await user.call(getTransport, { params: { id: transport } });
    const body = {
      ...stored,
      gmpNumber: undefined,
      comment: 'Ważony dwa razy',
      status: 'TO_BE_SETTLED' as const,
      realQuantityKg: 24_200,
    };
    await user.call(changeTransport, { params: { id: transport }, body });
    expect(await user.call(getTransport, { params: { id: transport } })).toMatchObject({
      status: 'TO_BE_SETTLED',
      realQuantityKg: 24_200,
      comment: 'Ważony dwa razy',
    });
  });

  it('loses its GMP number when it becomes a transport without GMP', async () => {
    const [from, to] = [await purchase(), await sale()];
    await makeAllocation(user, from, to, 50_000);
    const transport = await makeTransport(user, from, to, { isGmp: true, gmpNumber: 'GMP 17' });
    const stored = await user.call(getTransport, { params: { id: transport } });
    expect(stored).toMatchObject({ isGmp: true, gmpNumber: 'GMP 17' });
    const body = { ...stored, comment: undefined, realQuantityKg: undefined };
    await user.call(changeTransport, {
      params: { id: transport },
      body: { ...body, isGmp: false, gmpNumber: 'GMP 17' },
    });
    expect(await user.call(getTransport, { params: { id: transport } })).toMatchObject({
      isGmp: false,
      gmpNumber: null,
    });
  });

  it('can be delivered and released in one step with a weight while it is on the way, but not before', async () => {
    const [from, to] = [await purchase(), await sale()];
    await makeAllocation(user, from, to, 50_000);
    const transport = await makeTransport(user, from, to);
    const release = (weights: object) =>
      user.call(changeTransportStatus, {
        body: { transportId: transport, status: 'TO_BE_SETTLED', ...weights },
      });
    expect(await failureOf(release({ realQuantityKg: 24_640 }))).toMatchObject({ code: 'WRONG_STATUS' });
    await setTransportStatuses(user, transport, 'ON_THE_WAY');
    expect(await failureOf(release({}))).toMatchObject({
      status: 400,
      fields: [{ path: 'real_cargo_quantity', code: 'VALUE_IS_MISSING' }],
    });
    await release({ tickets: [{ place: 'UNLOADING', number: 'KW/7', net: 24_640 }] });
    expect(await user.call(getTransport, { params: { id: transport } })).toMatchObject({
      status: 'TO_BE_SETTLED',
      realQuantityKg: 24_640,
      purchaseSettlementStatus: 'TO_BE_SETTLED',
      salesSettlementStatus: 'TO_BE_SETTLED',
    });
    expect(await figures('purchase', from)).toMatchObject({ inDelivery: 0, delivered: 24_640 });
  });

  it('can be redirected with an unloading date equal to its loading date, but not earlier than the loading date', async () => {
    const [from, to, other] = [await purchase(), await sale(), await sale()];
    await makeAllocation(user, from, to, 50_000);
    const transport = await makeTransport(user, from, to, { status: 'ON_THE_WAY' });
    const redirect = (dateUnloading: string) =>
      user.call(redirectTransport, {
        body: { transportId: transport, newSalesId: other, dateUnloading, freightPerTonne: 5_000 },
      });
    expect(await failureOf(redirect('2026-08-31'))).toMatchObject({
      status: 400,
      fields: [{ path: 'date_unloading', code: 'DATE_TO_CANNOT_BE_BEFORE_FROM' }],
    });
    await redirect('2026-09-01');
    expect(await user.call(getTransport, { params: { id: transport } })).toMatchObject({
      salesId: other,
      dateUnloading: '2026-09-01',
    });
  });

  it("can be redirected within the seller's tolerance of the new sale, but not within the buyer's tolerance", async () => {
    const [from, to] = [await purchase(), await sale()];
    await makeAllocation(user, from, to, 50_000);
    const transport = await makeTransport(user, from, to, { status: 'ON_THE_WAY' });
    const redirect = (newSalesId: number) =>
      user.call(redirectTransport, {
        body: { transportId: transport, newSalesId, dateUnloading: '2026-09-03', freightPerTonne: 5_000 },
      });
    const saleOf = (quantityKg: number, toleranceType: string) =>
      sale({ quantityKg, toleranceType, isTolerance: true, toleranceUnit: 'T', toleranceQuantity: 1_000 });
    for (const tooSmall of [await saleOf(24_999, 'BUYER'), await saleOf(23_999, 'SELLER')])
      expect(await failureOf(redirect(tooSmall))).toMatchObject({
        status: 409,
        code: 'TRANSPORT_QUANTITY_IS_TO_BIG',
        fields: [{ path: 'new_sales_id' }],
      });
    const enough = await saleOf(24_000, 'SELLER');
    await redirect(enough);
    expect(await figures('sales', enough)).toMatchObject({ inDelivery: 25_000, allowed: 0 });
  });

  it('that was returned can be restarted if its contracts are open and have enough quantity', async () => {
    const [from, to, other] = [await purchase({ quantityKg: 25_000 }), await sale(), await sale()];
    await makeAllocation(user, from, to, 25_000);
    const transport = await makeTransport(user, from, to);
    await setTransportStatuses(user, transport, 'RETURN_TO_CLIENT');
    const setOut = () => setTransportStatuses(user, transport, 'NEW');
    await setContractStatus(user, 'sales', to, 'CLOSED');
    expect(await failureOf(setOut())).toMatchObject({ status: 409, code: 'CONTRACT_IS_NOT_COMPATIBLE' });
    await setContractStatus(user, 'sales', to, 'ACTIVE');
    await makeAllocation(user, from, other, 25_000);
    expect(await failureOf(setOut())).toMatchObject({ status: 409, code: 'TRANSPORT_QUANTITY_IS_TO_BIG' });
    await makeAllocation(user, from, other, 0);
    await setOut();
    expect(await figures('purchase', from)).toMatchObject({ allocated: 0, inDelivery: 25_000, allowed: 0 });
  });

  it('can use free quantity of its sale beyond the allocation; its deletion restores the figures of the sale', async () => {
    const [from, to] = [await purchase(), await sale()];
    await makeAllocation(user, from, to, 10_000);
    const before = await figures('sales', to);
    const transport = await makeTransport(user, from, to);
    expect(await figures('sales', to)).toEqual({
      allocated: 0,
      inDelivery: 25_000,
      delivered: 0,
      toAllocate: 75_000,
      allowed: 75_000,
    });
    await user.call(deleteTransport, { params: { id: transport } });
    expect(await figures('sales', to)).toEqual(before);
    expect(await failureOf(user.call(getTransport, { params: { id: transport } }))).toMatchObject({
      status: 404,
      code: 'TRANSPORT_NOT_FOUND',
    });
  });

  it('requires an allocation and enough quantity left on its purchase contract', async () => {
    const [from, to] = [await purchase({ quantityKg: 20_000 }), await sale()];
    expect(await failureOf(makeTransport(user, from, to))).toMatchObject({
      status: 409,
      code: 'ALLOCATION_IS_MISSING',
    });
    await makeAllocation(user, from, to, 20_000);
    expect(await failureOf(makeTransport(user, from, to))).toMatchObject({
      status: 409,
      code: 'TRANSPORT_QUANTITY_IS_TO_BIG',
      fields: [{ path: 'cargo_quantity', code: 'TRANSPORT_QUANTITY_IS_TO_BIG' }],
    });
  });
});

describe("the list of a contract's transports", () => {
  it('returns all transports of the contract, and none if the contract id belongs to the opposite side', async () => {
    const [from, to] = [await purchase(), await sale()];
    await makeAllocation(user, from, to, 80_000);
    for (let transport = 0; transport < 3; transport += 1) await makeTransport(user, from, to);
    const counts = async (query: object) => {
      const { filtered, total } = await user.call(listTransports, { query });
      return { filtered, total };
    };
    expect(await counts({ purchaseId: from, limit: 2 })).toEqual({ filtered: 3, total: 3 });
    expect(await counts({ salesId: to, limit: 2 })).toEqual({ filtered: 3, total: 3 });
    expect(await counts({ salesId: from })).toEqual({ filtered: 0, total: 0 });
    expect(await counts({ purchaseId: to, offset: 2 })).toEqual({ filtered: 0, total: 0 });
  });
});

it('the integrity check finds no problem in the data of all preceding tests', async () => {
  const { rows } = await test.pool.query('select * from integrity_problem');
  expect(rows).toEqual([]);
});
