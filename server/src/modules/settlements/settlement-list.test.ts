import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import { listSettlements, settlePurchase } from '@spichlerz/shared/wire/settlements';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../../testing/make.ts';
import { settleSaleWithOptions } from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let salesId = 0;

/**
 * Creates three transports of 25 t, delivered in reverse order. The first is sold as 26 t, the second as 24 t,
 * and the third is not sold yet. The purchase of the first is settled.
 */
beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  const material = await makeMaterial(await createTestUser(test, 'ADMIN'));
  const purchase = await makeContract(user, 'purchase', material);
  salesId = await makeContract(user, 'sales', material);
  await makeAllocation(user, purchase, salesId, 75_000);
  const transports: number[] = [];
  for (let n = 0; n < 3; n++) transports.push(await makeTransport(user, purchase, salesId));
  const [first = 0, second = 0, third = 0] = transports;
  for (const transport of [third, second, first]) await setTransportStatuses(user, transport, 'DELIVERED');
  for (const transport of [first, second]) await setTransportStatuses(user, transport, 'TO_BE_SETTLED');
  await settleSaleWithOptions(user, first, [26_000, 90_000]);
  await settleSaleWithOptions(user, second, [20_000, 90_000], [4_000, 80_000]);
  await user.call(settlePurchase, {
    body: {
      transportId: first,
      realPurchaseCargoPrice: 78_000,
      realPurchaseCargoQuality: material.qualityId,
    },
  });
});
afterAll(() => test.close());

type SettlementQuery = Parameters<typeof user.call<typeof listSettlements.sales>>[1]['query'];

const rows = async (side: Side, query: SettlementQuery) =>
  (await user.call(listSettlements[side], { query: { salesId, ...query } })).list;
const soldKg = async (query: SettlementQuery) =>
  (await rows('sales', query)).map(({ realQuantityKg }) => realQuantityKg);

it('the list of sales settlements is sorted and filtered by sold kilograms; an unsettled sale has the kilograms of its transport', async () => {
  expect(await soldKg({ orderBy: 'real_cargo_quantity ASC' })).toEqual([24_000, 25_000, 26_000]);
  expect(await soldKg({ orderBy: 'real_cargo_quantity DESC' })).toEqual([26_000, 25_000, 24_000]);
  expect(await soldKg({ realCargoQuantityFrom: 25_500 })).toEqual([26_000]);
  expect(await soldKg({ realCargoQuantityTo: 24_500 })).toEqual([24_000]);
  expect(await soldKg({ realCargoQuantityFrom: 24_500, realCargoQuantityTo: 25_500 })).toEqual([25_000]);
});

it('the list of purchase settlements is filtered by the unloaded kilograms, not by the sold kilograms', async () => {
  const bought = await rows('purchase', { realCargoQuantityFrom: 25_000, realCargoQuantityTo: 25_000 });
  expect(bought).toHaveLength(3);
});

const statuses = async (side: Side) =>
  (await rows(side, { orderBy: 'status DESC' })).map((row) => row[`${side}SettlementStatus`]);

it('the purchase list sorts settlements by purchase status, and the sales list sorts settlements by sales status', async () => {
  expect(await statuses('purchase')).toEqual(['SETTLED', 'TO_BE_SETTLED', 'DELIVERED']);
  expect(await statuses('sales')).toEqual(['TO_BE_SETTLED', 'TO_BE_SETTLED', 'DELIVERED']);
});

it('the list of settlements can be filtered by transport ids', async () => {
  const [newest, second, oldest] = (await rows('sales', {})).map(({ transportId }) => transportId);
  const found = await rows('sales', { transportId: [newest ?? 0, oldest ?? 0] });
  expect(found.map(({ transportId }) => transportId)).toEqual([newest, oldest]);
  expect(await rows('sales', { transportId: [second ?? 0], status: ['PAID'] })).toEqual([]);
});

it('the list of settlements starts with the newest settlement, even if the transport of that settlement is the oldest', async () => {
  for (const side of SIDES) {
    const shown = (await rows(side, {})).map(({ settlementId }) => settlementId);
    expect(shown).toEqual(shown.toSorted((one, other) => other - one));
    const oldest = (await rows(side, { orderBy: 'id ASC' })).map(({ settlementId }) => settlementId);
    expect(oldest).toEqual(shown.toReversed());
  }
});
