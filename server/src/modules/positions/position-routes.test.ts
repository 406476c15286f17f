import { COUNTERPART, SIDES, type Side } from '@spichlerz/shared/domain/side';
import { changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { listQualityOptions } from '@spichlerz/shared/wire/materials';
import { listDeliveryMonths, listPositions } from '@spichlerz/shared/wire/positions';
import { changeTransportStatus } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { changeContract } from '../../testing/contract-form.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setContractStatus,
} from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let admin: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
});
afterAll(() => test.close());

async function positionOf(material: Material, range: { dateFrom?: string; dateTo?: string } = {}) {
  const positions = await user.call(listPositions, { body: range });
  return positions.find(({ id }) => id === material.id);
}

it('the position of a raw material sums the undelivered quantity of its open contracts, and is zero without open contracts', async () => {
  const [material, idle] = [await makeMaterial(admin), await makeMaterial(admin)];
  const purchase = await makeContract(user, 'purchase', material);
  const sale = await makeContract(user, 'sales', material, { quantityKg: 60_000 });
  const settled = await makeContract(user, 'purchase', material, { quantityKg: 500_000 });
  await user.call(changeContractStatus.purchase, {
    body: { purchaseId: settled, status: 'TO_SETTLEMENT' },
  });
  await makeAllocation(user, purchase, sale, 60_000);
  await makeTransport(user, purchase, sale, { status: 'DELIVERED' });
  await makeTransport(user, purchase, sale);
  expect(await positionOf(material)).toMatchObject({
    purchase: 75_000,
    sales: 35_000,
    details: [{ id: material.qualityId, title: 'Konsumpcyjna', purchase: 75_000, sales: 35_000 }],
  });
  expect(await positionOf(idle)).toMatchObject({ purchase: 0, sales: 0, details: [] });
  const soon = await makeContract(user, 'sales', idle);
  expect((await positionOf(idle))?.details).toHaveLength(1);
  await user.call(changeContractStatus.sales, { body: { salesId: soon, status: 'CANCELLED' } });
  expect(await positionOf(idle)).toMatchObject({ purchase: 0, sales: 0, details: [] });
});

it('the position counts the whole quantity of a contract whose receipt dates overlap the requested range', async () => {
  const material = await makeMaterial(admin);
  await makeContract(user, 'purchase', material, {
    dateOfReceiptFrom: '2026-09-01',
    dateOfReceiptTo: '2026-09-30',
  });
  expect(await positionOf(material, { dateFrom: '2026-09-30' })).toMatchObject({ purchase: 100_000 });
  expect(await positionOf(material, { dateTo: '2026-09-01' })).toMatchObject({ purchase: 100_000 });
  expect(await positionOf(material, { dateFrom: '2026-10-01' })).toMatchObject({ purchase: 0 });
  const wrong = user.call(listPositions, { body: { dateFrom: '2026-10-02', dateTo: '2026-10-01' } });
  expect(await failureOf(wrong)).toMatchObject({
    status: 400,
    code: 'DATE_FROM_CANNOT_BE_AFTER_TO',
    fields: [{ path: 'date_from' }],
  });
});

it('a contract delivered beyond its quantity counts as zero in the position', async () => {
  const material = await makeMaterial(admin);
  const [full, more] = [
    await makeContract(user, 'purchase', material, { quantityKg: 25_000 }),
    await makeContract(user, 'purchase', material),
  ];
  const sale = await makeContract(user, 'sales', material);
  await makeAllocation(user, full, sale, 25_000);
  const transportId = await makeTransport(user, full, sale);
  await user.call(changeTransportStatus, {
    body: { transportId, status: 'DELIVERED', realQuantityKg: 26_000 },
  });
  const open = { purchase: 100_000, sales: 74_000 };
  expect(await positionOf(material)).toMatchObject(open);
  expect(await positionOf(material, { dateFrom: '2026-07-01' })).toMatchObject(open);
  await setContractStatus(user, 'purchase', more, 'CLOSED');
  expect(await positionOf(material)).toMatchObject({ ...open, purchase: 0 });
});

it('after a contract gets a different quality, the position sums the contract under that quality', async () => {
  const material = await makeMaterial(admin);
  const options = await user.call(listQualityOptions, { params: { id: material.id } });
  const feed = options.find(({ value }) => value !== material.qualityId)?.value ?? 0;
  const id = await makeContract(user, 'purchase', material);
  const become = (quality: object) =>
    changeContract(user, 'purchase', id, { mainCargoOption: { price: 80_000, ...quality } });
  await become({ rawMaterialQualityId: feed });
  const moved = [{ id: feed, title: 'Paszowa', purchase: 100_000, sales: 0 }];
  expect((await positionOf(material))?.details).toEqual(moved);
  await become({ isContractualQuality: true, contractualQuality: 'Białko 13' });
  expect((await positionOf(material))?.details).toMatchObject([{ id: 0, purchase: 100_000, sales: 0 }]);
});

it('the position sums contracts with contractual qualities under the quality id 0', async () => {
  const material = await makeMaterial(admin);
  for (const contractualQuality of ['Białko 13', 'Gluten 27']) {
    await makeContract(user, 'sales', material, {
      mainCargoOption: { price: 1_000, isContractualQuality: true, contractualQuality },
    });
  }
  expect(await positionOf(material)).toMatchObject({ sales: 200_000, details: [{ id: 0, sales: 200_000 }] });
});

describe('the position of the same contracts with swapped sides', () => {
  it('has the opposite sign', async () => {
    const [one, mirrored] = [await makeMaterial(admin), await makeMaterial(admin)];
    const book = [
      { side: 'purchase', quantityKg: 120_000 },
      { side: 'sales', quantityKg: 75_000 },
      { side: 'sales', quantityKg: 10_000 },
    ] as const;
    for (const { side, quantityKg } of book) {
      await makeContract(user, side, one, { quantityKg });
      await makeContract(user, COUNTERPART[side], mirrored, { quantityKg });
    }
    const [a, b] = [await positionOf(one), await positionOf(mirrored)];
    for (const side of SIDES) expect(a?.[side]).toBe(b?.[COUNTERPART[side]]);
    expect((a?.purchase ?? 0) - (a?.sales ?? 0)).toBe(35_000);
    expect((b?.purchase ?? 0) - (b?.sales ?? 0)).toBe(-35_000);
  });
});

it('open kilograms are summed by the last month of the receipt dates; overdue and next-season contracts are summed separately', async () => {
  const material = await makeMaterial(admin);
  const make = (side: Side, quantityKg: number, dateOfReceiptTo: string, status = 'ACTIVE' as const) =>
    makeContract(user, side, material, {
      quantityKg,
      dateOfReceiptFrom: '2020-01-01',
      dateOfReceiptTo,
      status,
    });
  await make('purchase', 10_000, '2020-12-31');
  await make('purchase', 20_000, '2099-03-15');
  await make('sales', 5_000, '2099-05-01');
  await makeContract(user, 'sales', material, { quantityKg: 7_000, status: 'NEXT_SEASON' });
  const months = (range = {}) =>
    user.call(listDeliveryMonths, { body: { rawMaterialId: material.id, ...range } });
  expect(await months()).toEqual([
    { bucket: 'OVERDUE', purchase: 10_000, sales: 0 },
    { bucket: '2099-03', purchase: 20_000, sales: 0 },
    { bucket: '2099-04', purchase: 0, sales: 0 },
    { bucket: '2099-05', purchase: 0, sales: 5_000 },
    { bucket: 'NEXT_SEASON', purchase: 0, sales: 7_000 },
  ]);
  const due = await months();
  const total = await positionOf(material);
  const sum = (side: Side) => due.reduce((kg, each) => kg + each[side], 0);
  expect({ purchase: sum('purchase'), sales: sum('sales') }).toEqual({
    purchase: total?.purchase,
    sales: total?.sales,
  });
  expect(await months({ dateTo: '2019-12-31' })).toEqual([]);
  // receipt dates that end today are not overdue
  const { rows } = await test.pool.query<{ today: string }>('select current_date::text as today');
  const today = rows[0]?.today ?? '';
  await make('purchase', 1_000, today);
  expect(await months({ dateTo: '2020-12-31' })).toContainEqual({
    bucket: today.slice(0, 7),
    purchase: 1_000,
    sales: 0,
  });
});
