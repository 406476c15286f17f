import { allocate, listAllocations } from '@spichlerz/shared/wire/allocations';
import { changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { changeTransportStatus, redirectTransport } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, type Person } from '../../testing/as.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
} from '../../testing/make.ts';

/* The list of pairs counts those that hold something, whichever way they came to or ceased to. */

let test: TestApp;
let person: Person;
let material: Material;
let purchase: number;
let sale: number;
let before: number;

beforeAll(async () => {
  test = await startTestApp();
  person = await as(test);
  material = await makeMaterial(await as(test, 'ADMIN'));
  // a page of one row is full from the start, so that what matches is counted
  const [first, second] = [
    await makeContract(person, 'purchase', material),
    await makeContract(person, 'sales', material),
  ];
  await makeAllocation(person, first, second, 10_000);
});
beforeEach(async () => {
  purchase = await makeContract(person, 'purchase', material);
  sale = await makeContract(person, 'sales', material);
  before = (await read()).total;
  await makeAllocation(person, purchase, sale, 25_000);
});
afterAll(() => test.close());

async function read() {
  const all = await person.call(listAllocations, { query: { limit: 1 } });
  const some = await person.call(listAllocations, { query: { limit: 1, rawMaterialId: [material.id] } });
  return { ofAll: all.filtered, ofMaterial: some.filtered, total: all.total, totalOfMaterial: some.total };
}

const count = (pairs: number) => ({ ofAll: pairs, ofMaterial: pairs, total: pairs, totalOfMaterial: pairs });

async function problems() {
  const { rows } = await test.pool.query('select entity, problem from integrity_problem');
  return rows;
}

it('counts a new pair', async () => {
  expect(await read()).toEqual(count(before + 1));
});

it('leaves out a pair that a closed contract released, and has it back when it is allocated again', async () => {
  await person.call(changeContractStatus.purchase, { body: { purchaseId: purchase, status: 'CLOSED' } });
  expect(await read()).toEqual(count(before));
  await person.call(changeContractStatus.purchase, { body: { purchaseId: purchase, status: 'ACTIVE' } });
  expect(await read()).toEqual(count(before));
  await makeAllocation(person, purchase, sale, 5_000);
  expect(await read()).toEqual(count(before + 1));
});

it('keeps a pair that a closed contract released as long as it has trucks', async () => {
  await makeTransport(person, purchase, sale, { status: 'DELIVERED', cargoQuantity: 10_000 });
  await person.call(changeContractStatus.sales, { body: { salesId: sale, status: 'CLOSED' } });
  expect(await read()).toEqual(count(before + 1));
});

it('counts the pair a truck is redirected to instead of the one it leaves empty', async () => {
  const transportId = await makeTransport(person, purchase, sale, { status: 'ON_THE_WAY' });
  const newSalesId = await makeContract(person, 'sales', material);
  await person.call(redirectTransport, {
    body: { transportId, newSalesId, dateUnloading: '2026-09-03', pricePerTon: 4_500 },
  });
  expect(await read()).toEqual(count(before + 1));
  const { list } = await person.call(listAllocations, { query: { purchaseId: purchase } });
  expect(list.map(({ salesId }) => salesId)).toEqual([newSalesId]);
});

it('leaves out a pair whose allocation is taken back', async () => {
  await person.call(allocate, { params: { id: sale }, body: { purchaseId: purchase, cargoQuantity: 0 } });
  expect(await read()).toEqual(count(before));
});

it('tells what it promised, also when its trucks came to more', async () => {
  const pairRow = async () =>
    (await person.call(listAllocations, { query: { purchaseId: purchase, salesId: sale } })).list[0];
  expect(await pairRow()).toMatchObject({ committed: 25_000, allocated: 25_000, delivered: 0 });
  const transportId = await makeTransport(person, purchase, sale);
  await person.call(changeTransportStatus, {
    body: { transportId, status: 'DELIVERED', realCargoQuantity: 25_300 },
  });
  expect(await pairRow()).toMatchObject({ committed: 25_000, allocated: 0, delivered: 25_300 });
});

it('is found by the numbers and names of both contracts, each word in either, and by no more', async () => {
  const { rows } = await test.pool.query<{ id: number; name: string }>(
    'select contractor_id as id, contractor_name as name from contract where id = $1',
    [sale],
  );
  const [{ id: salesRecipientId, name } = { id: 0, name: '' }] = rows;
  const [numbered, unnumbered] = [
    await makeContract(person, 'purchase', material, { documentNumber: 'Z/Łan/17' }),
    await makeContract(person, 'sales', material, { comments: 'Uwaga', salesRecipientId }),
  ];
  await makeAllocation(person, numbered, unnumbered, 25_000);
  const found = async (search: string, ownerId?: number[]) => {
    const { list, filtered } = await person.call(listAllocations, { query: { search, ownerId } });
    expect(filtered).toBe(list.length);
    return list.map(({ purchaseId, salesId }) => [purchaseId, salesId]);
  };
  const pair = [numbered, unnumbered];
  expect(await found('lan/17')).toEqual([pair]);
  expect(await found(`nr ${unnumbered} z/lan`)).toEqual([pair]);
  expect(await found(`z/łan ${name}`)).toEqual([pair]);
  expect(await found(name)).toEqual([pair, [purchase, sale]]);
  expect(await found('lan/17', [person.id])).toEqual([pair]);
  expect(await found('lan/17', [person.id + 1_000])).toEqual([]);
  // an address and remarks are no names of a pair
  expect(await found('zbożowa')).toEqual([]);
  expect(await found('uwaga')).toEqual([]);
  expect(await found('z_lan')).toEqual([]);
});

it('is found by the new number and name of a contract and no longer by the old', async () => {
  const renamed = await makeContract(person, 'purchase', material, { documentNumber: 'STARY/1' });
  await makeAllocation(person, renamed, sale, 1_000);
  await test.pool.query("update contract set document_number = 'NOWY/1' where id = $1", [renamed]);
  await test.pool.query(
    "update contractor set last_name = 'Przezwany', company_name = 'PRZEZ-W' where id = (select contractor_id from contract where id = $1)",
    [renamed],
  );
  const found = async (search: string) =>
    (await person.call(listAllocations, { query: { search } })).list.map(({ purchaseId }) => purchaseId);
  expect(await found('nowy/1 przezwany')).toEqual([renamed]);
  expect(await found('przezw nowy1')).toEqual([renamed]);
  expect(await found('stary/1')).toEqual([]);
  expect(await problems()).toEqual([]);
});

const bend = (by: number) =>
  test.pool.query(
    "update row_total set n = n + $1 where ctid = (select min(ctid) from row_total where scope = 'allocation')",
    [by],
  );

it('is watched by the integrity check', async () => {
  await bend(1);
  expect(await problems()).toEqual([{ entity: 'row_total', problem: 'allocation' }]);
  await bend(-1);
  await test.pool.query("update allocation set sales_names = '' where sales_id = $1", [sale]);
  expect(await problems()).toEqual([
    { entity: 'allocation', problem: 'search keys differ from its contracts' },
  ]);
  await test.pool.query('update allocation set sales_id = sales_id where sales_id = $1', [sale]);
  expect(await problems()).toEqual([]);
});
