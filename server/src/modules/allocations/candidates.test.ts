import { listCandidates } from '@spichlerz/shared/wire/allocations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, type Person } from '../../testing/as.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setContract,
} from '../../testing/make.ts';

/* Which purchases a sale is offered: all that can still give, and those that gave to it already (decisions 1). */

let test: TestApp;
let person: Person;
let material: Material;
let sale: number;
let other: number;

beforeAll(async () => {
  test = await startTestApp();
  person = await as(test);
  material = await makeMaterial(await as(test, 'ADMIN'));
  sale = await makeContract(person, 'sales', material, { cargoQuantity: 1_000_000 });
  other = await makeContract(person, 'sales', material, { cargoQuantity: 1_000_000 });
});
afterAll(() => test.close());

async function offered(): Promise<number[]> {
  const page = await person.call(listCandidates, { params: { id: sale }, query: { limit: 100 } });
  expect([page.filtered, page.total]).toEqual([page.list.length, page.list.length]);
  return page.list.map(({ id }) => id);
}

it('offers what can give, up to its tolerance, and what is full but gave to this sale', async () => {
  const purchase = () => makeContract(person, 'purchase', material);
  const free = await purchase();
  const full = await purchase();
  await makeAllocation(person, full, other, 100_000);
  const paired = await purchase();
  await makeAllocation(person, paired, sale, 100_000);
  const delivered = await purchase();
  await makeAllocation(person, delivered, sale, 100_000);
  await makeTransport(person, delivered, sale, { status: 'DELIVERED', cargoQuantity: 100_000 });
  const tolerant = await makeContract(person, 'purchase', material, {
    isTolerance: true,
    toleranceType: 'BUYER',
    toleranceUnit: 'PERCENT',
    toleranceQuantity: 5,
  });
  await makeAllocation(person, tolerant, other, 104_000);
  expect(await offered()).toEqual([tolerant, delivered, paired, free]);

  await makeAllocation(person, tolerant, other, 105_000);
  await makeAllocation(person, full, other, 99_999);
  expect(await offered()).toEqual([delivered, paired, full, free]);

  await makeAllocation(person, paired, sale, 0);
  await setContract(person, 'purchase', free, 'CANCELLED');
  await setContract(person, 'purchase', full, 'NEXT_SEASON');
  expect(await offered()).toEqual([delivered, paired, full]);

  await setContract(person, 'purchase', delivered, 'TO_SETTLEMENT');
  expect(await offered()).toEqual([paired, full]);

  const first = await person.call(listCandidates, { params: { id: sale }, query: { limit: 1 } });
  expect([first.list.map(({ id }) => id), first.filtered, first.total]).toEqual([[paired], 2, 2]);
});

it('counts what can give as contracts change, come to another material and are deleted', async () => {
  const wheat = await makeMaterial(await as(test, 'ADMIN'));
  const rye = await makeMaterial(await as(test, 'ADMIN'));
  const [ofWheat, ofRye] = [
    await makeContract(person, 'sales', wheat),
    await makeContract(person, 'sales', rye),
  ];
  const counted = async () => {
    const totals: number[] = [];
    for (const id of [ofWheat, ofRye])
      totals.push((await person.call(listCandidates, { params: { id }, query: {} })).total);
    expect((await test.pool.query('select * from integrity_problem')).rows).toEqual([]);
    return totals;
  };
  const [moved, deleted, filled] = [
    await makeContract(person, 'purchase', wheat),
    await makeContract(person, 'purchase', wheat),
    await makeContract(person, 'purchase', wheat),
  ];
  expect(await counted()).toEqual([3, 0]);
  await test.pool.query('update contract set raw_material_id = $1, quality_id = $2 where id = $3', [
    rye.id,
    rye.qualityId,
    moved,
  ]);
  await makeAllocation(person, filled, await makeContract(person, 'sales', wheat), 100_000);
  expect(await counted()).toEqual([1, 1]);
  await setContract(person, 'purchase', moved, 'ACTIVE');
  expect(await counted()).toEqual([1, 1]);
  await test.pool.query('delete from contract where id = $1', [deleted]);
  expect(await counted()).toEqual([0, 1]);
});
