import { doReceiptDatesOverlap, missingRequirements } from '@spichlerz/shared/domain/allocation';
import { listCandidates } from '@spichlerz/shared/wire/allocations';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setContractStatus,
} from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/*
 * The candidates of a sale are all purchases with quantity left, and the purchases already allocated to the
 * sale (customer decisions 1).
 */

let test: TestApp;
let user: TestUser;
let material: Material;
let sale: number;
let other: number;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
  sale = await makeContract(user, 'sales', material, { quantityKg: 1_000_000 });
  other = await makeContract(user, 'sales', material, { quantityKg: 1_000_000 });
});
afterAll(() => test.close());

async function offeredIds(): Promise<number[]> {
  const page = await user.call(listCandidates, { params: { id: sale }, query: { limit: 100 } });
  expect([page.filtered, page.total]).toEqual([page.list.length, page.list.length]);
  return page.list.map(({ id }) => id);
}

it('the candidates of a sale are purchases with quantity or tolerance left, and purchases that already have an allocation to the sale', async () => {
  const purchase = () => makeContract(user, 'purchase', material);
  const free = await purchase();
  const full = await purchase();
  await makeAllocation(user, full, other, 100_000);
  const paired = await purchase();
  await makeAllocation(user, paired, sale, 100_000);
  const delivered = await purchase();
  await makeAllocation(user, delivered, sale, 100_000);
  await makeTransport(user, delivered, sale, { status: 'DELIVERED', quantityKg: 100_000 });
  const tolerant = await makeContract(user, 'purchase', material, {
    isTolerance: true,
    toleranceType: 'BUYER',
    toleranceUnit: 'PERCENT',
    toleranceQuantity: 5,
  });
  await makeAllocation(user, tolerant, other, 104_000);
  expect(await offeredIds()).toEqual([tolerant, delivered, paired, free]);

  await makeAllocation(user, tolerant, other, 105_000);
  await makeAllocation(user, full, other, 99_999);
  expect(await offeredIds()).toEqual([delivered, paired, full, free]);

  await makeAllocation(user, paired, sale, 0);
  await setContractStatus(user, 'purchase', free, 'CANCELLED');
  await setContractStatus(user, 'purchase', full, 'NEXT_SEASON');
  expect(await offeredIds()).toEqual([delivered, paired, full]);

  await setContractStatus(user, 'purchase', delivered, 'TO_SETTLEMENT');
  expect(await offeredIds()).toEqual([paired, full]);

  const first = await user.call(listCandidates, { params: { id: sale }, query: { limit: 1 } });
  expect([first.list.map(({ id }) => id), first.filtered, first.total]).toEqual([[paired], 2, 2]);
});

it('the number of candidates stays correct when a purchase changes its raw material, is fully allocated or is deleted', async () => {
  const wheat = await makeMaterial(await createTestUser(test, 'ADMIN'));
  const rye = await makeMaterial(await createTestUser(test, 'ADMIN'));
  const [ofWheat, ofRye] = [await makeContract(user, 'sales', wheat), await makeContract(user, 'sales', rye)];
  const counted = async () => {
    const totals: number[] = [];
    for (const id of [ofWheat, ofRye])
      totals.push((await user.call(listCandidates, { params: { id }, query: {} })).total);
    expect((await test.pool.query('select * from integrity_problem')).rows).toEqual([]);
    return totals;
  };
  const [moved, deleted, filled] = [
    await makeContract(user, 'purchase', wheat),
    await makeContract(user, 'purchase', wheat),
    await makeContract(user, 'purchase', wheat),
  ];
  expect(await counted()).toEqual([3, 0]);
  await test.pool.query('update contract set raw_material_id = $1, quality_id = $2 where id = $3', [
    rye.id,
    rye.qualityId,
    moved,
  ]);
  await makeAllocation(user, filled, await makeContract(user, 'sales', wheat), 100_000);
  expect(await counted()).toEqual([1, 1]);
  await setContractStatus(user, 'purchase', moved, 'ACTIVE');
  expect(await counted()).toEqual([1, 1]);
  await test.pool.query('delete from contract where id = $1', [deleted]);
  expect(await counted()).toEqual([0, 1]);
});

it('the order "best" sorts candidates by missing requirements, then by overlap of receipt dates, then by price', async () => {
  const wheat = await makeMaterial(await createTestUser(test, 'ADMIN'));
  const fits = { isGmp: true, isFor: true };
  const later = { dateOfReceiptFrom: '2027-02-01', dateOfReceiptTo: '2027-03-31' };
  const id = await makeContract(user, 'sales', wheat, {
    ...fits,
    dateOfReceiptFrom: '2026-11-01',
    dateOfReceiptTo: '2027-01-31',
  });
  const at = (price: number) => ({ mainCargoOption: { price, rawMaterialQualityId: wheat.qualityId } });
  const contractual = { price: 100, isContractualQuality: true, contractualQuality: 'Konsumpcyjna' };
  const expected = [
    { ...fits, ...at(70_000) },
    { ...fits, isCert: true, ...at(80_000) },
    // the last receipt day of the sale is the first one of the purchase
    { ...fits, ...at(90_000), dateOfReceiptFrom: '2027-01-31', dateOfReceiptTo: '2027-03-31' },
    { ...fits, ...at(10_000), currency: 'EUR' as const },
    { ...fits, ...at(60_000), ...later },
    { ...fits, mainCargoOption: contractual },
    { isGmp: true, ...at(50_000) },
    { isFor: true, ...at(55_000) },
    { ...at(40_000), ...later },
  ];
  const ids: number[] = [];
  for (const terms of expected.toReversed()) ids.unshift(await makeContract(user, 'purchase', wheat, terms));
  const bestBy = async (query: { orderBy: 'best ASC' | 'best DESC'; search?: string }) =>
    (await user.call(listCandidates, { params: { id }, query })).list;
  const best = await bestBy({ orderBy: 'best ASC' });
  expect(best.map((row) => row.id)).toEqual(ids);
  expect((await bestBy({ orderBy: 'best DESC' })).map((row) => row.id)).toEqual(ids.toReversed());
  expect((await bestBy({ orderBy: 'best ASC', search: 'łódź' })).map((row) => row.id)).toEqual(ids);

  const sale = await user.call(contracts.sales.dashboard, { params: { id } });
  const rank = best.map((row) => [missingRequirements(row, sale), doReceiptDatesOverlap(row, sale)]);
  expect(rank).toEqual([
    ...Array.from({ length: 4 }, () => [[], true]),
    [[], false],
    [['quality'], true],
    [['for'], true],
    [['gmp'], true],
    [['gmp', 'for'], false],
  ]);
});
