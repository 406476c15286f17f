import { allocate, listAllocations } from '@spichlerz/shared/wire/allocations';
import { changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { changeTransportStatus, redirectTransport } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
} from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/* The list of allocations contains only allocations with an open quantity or transports. */

let test: TestApp;
let user: TestUser;
let material: Material;
let purchase: number;
let sale: number;
let before: number;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
  // with this allocation, each page of one row below is full, so the API has to count the matching rows
  const [first, second] = [
    await makeContract(user, 'purchase', material),
    await makeContract(user, 'sales', material),
  ];
  await makeAllocation(user, first, second, 10_000);
});
beforeEach(async () => {
  purchase = await makeContract(user, 'purchase', material);
  sale = await makeContract(user, 'sales', material);
  before = (await read()).total;
  await makeAllocation(user, purchase, sale, 25_000);
});
afterAll(() => test.close());

async function read() {
  const all = await user.call(listAllocations, { query: { limit: 1 } });
  const some = await user.call(listAllocations, { query: { limit: 1, rawMaterialId: [material.id] } });
  return { ofAll: all.filtered, ofMaterial: some.filtered, total: all.total, totalOfMaterial: some.total };
}

const listedCount = (allocations: number) => ({
  ofAll: allocations,
  ofMaterial: allocations,
  total: allocations,
  totalOfMaterial: allocations,
});

async function integrityProblems() {
  const { rows } = await test.pool.query('select entity, problem from integrity_problem');
  return rows;
}

it('the list of allocations counts a new allocation', async () => {
  expect(await read()).toEqual(listedCount(before + 1));
});

it('the list of allocations omits an allocation whose contract was closed, until a new quantity is allocated', async () => {
  await user.call(changeContractStatus.purchase, { body: { purchaseId: purchase, status: 'CLOSED' } });
  expect(await read()).toEqual(listedCount(before));
  await user.call(changeContractStatus.purchase, { body: { purchaseId: purchase, status: 'ACTIVE' } });
  expect(await read()).toEqual(listedCount(before));
  await makeAllocation(user, purchase, sale, 5_000);
  expect(await read()).toEqual(listedCount(before + 1));
});

it('the list of allocations keeps an allocation with transports after its sales contract is closed', async () => {
  await makeTransport(user, purchase, sale, { status: 'DELIVERED', quantityKg: 10_000 });
  await user.call(changeContractStatus.sales, { body: { salesId: sale, status: 'CLOSED' } });
  expect(await read()).toEqual(listedCount(before + 1));
});

it('after the redirect of a transport, the list of allocations contains the new allocation and omits the emptied allocation', async () => {
  const transportId = await makeTransport(user, purchase, sale, { status: 'ON_THE_WAY' });
  const newSalesId = await makeContract(user, 'sales', material);
  await user.call(redirectTransport, {
    body: { transportId, newSalesId, dateUnloading: '2026-09-03', freightPerTonne: 4_500 },
  });
  expect(await read()).toEqual(listedCount(before + 1));
  const { list } = await user.call(listAllocations, { query: { purchaseId: purchase } });
  expect(list.map(({ salesId }) => salesId)).toEqual([newSalesId]);
});

it('the list of allocations omits an allocation whose quantity is set to zero', async () => {
  await user.call(allocate, { params: { id: sale }, body: { purchaseId: purchase, quantityKg: 0 } });
  expect(await read()).toEqual(listedCount(before));
});

it('the list of allocations keeps the committed quantity when the delivered quantity is higher', async () => {
  const allocationRow = async () =>
    (await user.call(listAllocations, { query: { purchaseId: purchase, salesId: sale } })).list[0];
  expect(await allocationRow()).toMatchObject({ committed: 25_000, allocated: 25_000, delivered: 0 });
  const transportId = await makeTransport(user, purchase, sale);
  await user.call(changeTransportStatus, {
    body: { transportId, status: 'DELIVERED', realQuantityKg: 25_300 },
  });
  expect(await allocationRow()).toMatchObject({ committed: 25_000, allocated: 0, delivered: 25_300 });
});

it('the search of allocations matches each word against contract numbers and contractor names, but not against addresses or comments', async () => {
  const { rows } = await test.pool.query<{ id: number; name: string }>(
    'select contractor_id as id, contractor_name as name from contract where id = $1',
    [sale],
  );
  const [{ id: salesRecipientId, name } = { id: 0, name: '' }] = rows;
  const [numbered, unnumbered] = [
    await makeContract(user, 'purchase', material, { documentNumber: 'Z/Łan/17' }),
    await makeContract(user, 'sales', material, { comments: 'Uwaga', salesRecipientId }),
  ];
  await makeAllocation(user, numbered, unnumbered, 25_000);
  const found = async (search: string, ownerId?: number[]) => {
    const { list, filtered } = await user.call(listAllocations, { query: { search, ownerId } });
    expect(filtered).toBe(list.length);
    return list.map(({ purchaseId, salesId }) => [purchaseId, salesId]);
  };
  const contractNumbers = [numbered, unnumbered];
  expect(await found('lan/17')).toEqual([contractNumbers]);
  expect(await found(`nr ${unnumbered} z/lan`)).toEqual([contractNumbers]);
  expect(await found(`z/łan ${name}`)).toEqual([contractNumbers]);
  expect(await found(name)).toEqual([contractNumbers, [purchase, sale]]);
  expect(await found('lan/17', [user.id])).toEqual([contractNumbers]);
  expect(await found('lan/17', [user.id + 1_000])).toEqual([]);
  // an address and comments are not searched
  expect(await found('zbożowa')).toEqual([]);
  expect(await found('uwaga')).toEqual([]);
  expect(await found('z_lan')).toEqual([]);
});

it('the search of allocations uses the new number of a renumbered contract and the new name of a renamed contractor', async () => {
  const renamed = await makeContract(user, 'purchase', material, { documentNumber: 'STARY/1' });
  await makeAllocation(user, renamed, sale, 1_000);
  await test.pool.query("update contract set document_number = 'NOWY/1' where id = $1", [renamed]);
  await test.pool.query(
    "update contractor set last_name = 'Przezwany', company_name = 'PRZEZ-W' where id = (select contractor_id from contract where id = $1)",
    [renamed],
  );
  const found = async (search: string) =>
    (await user.call(listAllocations, { query: { search } })).list.map(({ purchaseId }) => purchaseId);
  expect(await found('nowy/1 przezwany')).toEqual([renamed]);
  expect(await found('przezw nowy1')).toEqual([renamed]);
  expect(await found('stary/1')).toEqual([]);
  expect(await integrityProblems()).toEqual([]);
});

const changeCounter = (by: number) =>
  test.pool.query(
    "update row_total set n = n + $1 where ctid = (select min(ctid) from row_total where scope = 'allocation')",
    [by],
  );

it('the integrity check reports a wrong allocation counter and wrong search keys of an allocation', async () => {
  await changeCounter(1);
  expect(await integrityProblems()).toEqual([{ entity: 'row_total', problem: 'allocation' }]);
  await changeCounter(-1);
  await test.pool.query("update allocation set sales_names = '' where sales_id = $1", [sale]);
  expect(await integrityProblems()).toEqual([
    { entity: 'allocation', problem: 'search keys differ from its contracts' },
  ]);
  await test.pool.query('update allocation set sales_id = sales_id where sales_id = $1', [sale]);
  expect(await integrityProblems()).toEqual([]);
});
