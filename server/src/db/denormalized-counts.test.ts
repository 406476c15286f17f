import { type ContractStatus, RUNNING_STATUSES } from '@spichlerz/shared/domain/contract';
import type { TransportStatus } from '@spichlerz/shared/domain/transport';
import { changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { deleteTransport, listTransports } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../testing/make.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';

/*
 * Counts of contracts by material and status, and of transports by status, are stored in counter tables. The
 * tests request pages of one row: such a page is full, so the list must query the count.
 */

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

async function integrityProblems() {
  const { rows } = await test.pool.query('select entity, entity_id, problem from integrity_problem');
  return rows;
}

async function countedContracts(contractStatus?: ContractStatus[]): Promise<number> {
  const query = { limit: 1, rawMaterialId: [material.id], contractStatus };
  return (await user.call(contracts.purchase.list, { query })).filtered;
}

async function countedTransports(status: TransportStatus): Promise<number> {
  return (await user.call(listTransports, { query: { limit: 1, status: [status] } })).filtered;
}

describe("counts of a material's contracts", () => {
  it('change with the status and the raw material of a contract', async () => {
    const running = [...RUNNING_STATUSES];
    const made: number[] = [];
    for (let n = 0; n < 4; n++) made.push(await makeContract(user, 'purchase', material));
    await makeContract(user, 'sales', material);
    expect(await countedContracts(running)).toBe(4);
    const [first = 0, second = 0] = made;
    for (const [purchaseId, status] of [
      [first, 'CLOSED'],
      [second, 'CLOSED'],
      [first, 'ACTIVE'],
      [second, 'NEXT_SEASON'],
    ] as const)
      await user.call(changeContractStatus.purchase, { body: { purchaseId, status } });
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
    expect(await integrityProblems()).toEqual([]);
  });
});

describe('counts of transports', () => {
  it('change with the status of a transport', async () => {
    const contractIds = [
      await makeContract(user, 'purchase', material),
      await makeContract(user, 'sales', material),
    ] as const;
    await makeAllocation(user, ...contractIds, 100_000);
    const transports: number[] = [];
    for (let n = 0; n < 3; n++)
      transports.push(await makeTransport(user, ...contractIds, { quantityKg: 10_000 }));
    expect(await countedTransports('NEW')).toBe(3);
    const [first = 0, second = 0] = transports;
    await setTransportStatuses(user, first, 'WAITING');
    await setTransportStatuses(user, second, 'WAITING', 'ON_THE_WAY');
    await setTransportStatuses(user, first, 'NEW');
    expect([
      await countedTransports('NEW'),
      await countedTransports('WAITING'),
      await countedTransports('ON_THE_WAY'),
    ]).toEqual([2, 0, 1]);
    await user.call(deleteTransport, { params: { id: first } });
    expect(await countedTransports('NEW')).toBe(1);
    expect(await integrityProblems()).toEqual([]);
  });
});

it.each([
  {
    table: 'contract_count',
    column: 'n',
    of: `side = 'purchase' and status = 'ACTIVE'`,
    problem: 'purchase ACTIVE',
  },
  { table: 'transport_count', column: 'n', of: `status = 'NEW'`, problem: 'NEW' },
  { table: 'candidate_count', column: 'n', of: 'true', problem: 'purchases that can supply a sale' },
  {
    table: 'margin_line',
    column: 'sales_minor',
    of: "source = 'TRANSPORT'",
    problem: 'differs from the amounts of the transport',
  },
  {
    table: 'margin_sum',
    column: 'sales_minor',
    of: "group_by = 'OWNER'",
    problem: expect.stringMatching(/^OWNER .* differs from its lines$/),
  },
])('the integrity view reports a wrong figure in $table', async ({ table, column, of, problem }) => {
  await test.pool.query('select apply_margin_changes(1000)');
  const bend = (by: number) =>
    test.pool.query(
      `update ${table} set ${column} = ${column} + $1 where ctid = (
      select ctid from ${table} where ${of} order by ${column} desc limit 1)`,
      [by],
    );
  await bend(1);
  expect(await integrityProblems()).toContainEqual(expect.objectContaining({ entity: table, problem }));
  await bend(-1);
  expect(await integrityProblems()).toEqual([]);
});
