import { type ContractStatus, RUNNING_STATUSES } from '@spichlerz/shared/domain/contract';
import type { TransportStatus } from '@spichlerz/shared/domain/transport';
import { changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { deleteTransport, listTransports } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { as, type Person } from '../testing/as.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransport,
} from '../testing/make.ts';

/*
 * How many contracts of a material and how many trucks stand in a status is kept, not counted. A page of one row is
 * full from the second on, so that the list has to say how many there are.
 */

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

async function problems() {
  const { rows } = await test.pool.query('select entity, entity_id, problem from integrity_problem');
  return rows;
}

async function countedContracts(contractStatus?: ContractStatus[]): Promise<number> {
  const query = { limit: 1, rawMaterialId: [material.id], contractStatus };
  return (await person.call(contracts.purchase.list, { query })).filtered;
}

async function countedTransports(status: TransportStatus): Promise<number> {
  return (await person.call(listTransports, { query: { limit: 1, status: [status] } })).filtered;
}

describe('contracts of a material', () => {
  it('are counted in the status and the material they have', async () => {
    const running = [...RUNNING_STATUSES];
    const made: number[] = [];
    for (let n = 0; n < 4; n++) made.push(await makeContract(person, 'purchase', material));
    await makeContract(person, 'sales', material);
    expect(await countedContracts(running)).toBe(4);
    const [first = 0, second = 0] = made;
    for (const [purchaseId, status] of [
      [first, 'CLOSED'],
      [second, 'CLOSED'],
      [first, 'ACTIVE'],
      [second, 'NEXT_SEASON'],
    ] as const)
      await person.call(changeContractStatus.purchase, { body: { purchaseId, status } });
    expect(await countedContracts(running)).toBe(3);
    expect(await countedContracts(['NEXT_SEASON'])).toBe(1);
    expect(await countedContracts(['CLOSED'])).toBe(0);

    const other = await makeMaterial(admin);
    await test.pool.query('update contract set raw_material_id = $1, quality_id = $2 where id = $3', [
      other.id,
      other.qualityId,
      first,
    ]);
    await test.pool.query('delete from contract where id = $1', [second]);
    expect(await countedContracts()).toBe(2);
    expect(await problems()).toEqual([]);
  });
});

describe('transports', () => {
  it('are counted in the status they have', async () => {
    const pair = [
      await makeContract(person, 'purchase', material),
      await makeContract(person, 'sales', material),
    ] as const;
    await makeAllocation(person, ...pair, 100_000);
    const transports: number[] = [];
    for (let n = 0; n < 3; n++)
      transports.push(await makeTransport(person, ...pair, { cargoQuantity: 10_000 }));
    expect(await countedTransports('NEW')).toBe(3);
    const [first = 0, second = 0] = transports;
    await setTransport(person, first, 'WAITING');
    await setTransport(person, second, 'WAITING', 'ON_THE_WAY');
    await setTransport(person, first, 'NEW');
    expect([
      await countedTransports('NEW'),
      await countedTransports('WAITING'),
      await countedTransports('ON_THE_WAY'),
    ]).toEqual([2, 0, 1]);
    await person.call(deleteTransport, { params: { id: first } });
    expect(await countedTransports('NEW')).toBe(1);
    expect(await problems()).toEqual([]);
  });
});

it.each([
  { table: 'contract_count', of: `side = 'purchase' and status = 'ACTIVE'`, problem: 'purchase ACTIVE' },
  { table: 'transport_count', of: `status = 'NEW'`, problem: 'NEW' },
  { table: 'candidate_count', of: 'true', problem: 'purchases that can supply a sale' },
])('$table is watched by the integrity check', async ({ table, of, problem }) => {
  const bend = (by: number) =>
    test.pool.query(
      `update ${table} set n = n + $1 where ctid = (
      select ctid from ${table} where ${of} order by n desc limit 1)`,
      [by],
    );
  await bend(1);
  expect(await problems()).toMatchObject([{ entity: table, problem }]);
  await bend(-1);
  expect(await problems()).toEqual([]);
});
