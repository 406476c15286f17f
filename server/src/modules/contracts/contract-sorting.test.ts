import { CONTRACT_STATUSES, RUNNING_STATUSES } from '@spichlerz/shared/domain/contract';
import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import { changeContractOwner } from '@spichlerz/shared/wire/contract-changes';
import { CONTRACT_SORT, contracts } from '@spichlerz/shared/wire/contracts';
import { changeUser } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
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
let admin: TestUser;
let colleague: TestUser;
let material: Material;
const ids = { purchase: [] as number[], sales: [] as number[] };

beforeAll(async () => {
  test = await startTestApp();
  admin = await createTestUser(test, 'ADMIN');
  colleague = await createTestUser(test);
  material = await makeMaterial(admin);
  for (const user of [admin, colleague, admin, colleague])
    for (const side of SIDES) ids[side].push(await makeContract(user, side, material));
  // the first contract has no transport, the second has 25 t on the way, the third 30 t delivered, the fourth
  // 20 t delivered
  for (const [index, kg] of [0, 25_000, 30_000, 20_000].entries()) {
    if (kg > 0) await deliver(index, kg);
  }
});
afterAll(() => test.close());

async function deliver(index: number, quantityKg: number): Promise<void> {
  const [purchaseId = 0, salesId = 0] = [ids.purchase[index], ids.sales[index]];
  await makeAllocation(admin, purchaseId, salesId, quantityKg);
  const transport = await makeTransport(admin, purchaseId, salesId, { quantityKg });
  await setTransportStatuses(admin, transport, 'ON_THE_WAY');
  if (index > 1) await setTransportStatuses(admin, transport, 'DELIVERED');
}

async function idsBy(side: Side, orderBy: string, filter: object = {}): Promise<number[]> {
  const query = { rawMaterialId: [material.id], orderBy: orderBy as 'id ASC', limit: 100, ...filter };
  return (await admin.call(contracts[side].list, { query })).list.map(({ id }) => id);
}

/**
 * Reads the same list by three queries: without statuses by an index scan, with all statuses by sorting the
 * matching rows, and with the screen's initial filter by a prepared statement.
 */
const idsEveryWay = (side: Side, orderBy: string): Promise<number[][]> =>
  Promise.all([
    idsBy(side, orderBy),
    idsBy(side, orderBy, { contractStatus: [...CONTRACT_STATUSES] }),
    idsBy(side, orderBy, { contractStatus: [...RUNNING_STATUSES], limit: 10 }),
  ]);

const rename = (user: TestUser, lastName: string) =>
  admin.call(changeUser, {
    params: { id: user.id },
    body: { email: user.email, firstName: 'Jan', lastName },
  });

describe.each(SIDES)('the list of %s contracts', (side) => {
  it.each(CONTRACT_SORT[side].flatMap((column) => [`${column} ASC`, `${column} DESC`]))(
    'sorted by %s has the same order by index scan, by sort and by prepared statement',
    async (orderBy) => {
      const [walked, sorted, first] = await idsEveryWay(side, orderBy);
      expect(walked).toHaveLength(4);
      expect(sorted).toEqual(walked);
      expect(first).toEqual(walked);
    },
  );

  it('can be sorted by realized kilograms, which include the kilograms on the way', async () => {
    const [none = 0, onTheWay = 0, most = 0, less = 0] = ids[side];
    expect(await idsBy(side, 'realized ASC')).toEqual([none, less, onTheWay, most]);
  });
});

describe('the list of purchase contracts sorted by owner', () => {
  it('is in the new order after an owner is renamed, and after a contract gets a different owner', async () => {
    const [first = 0, second = 0, third = 0, fourth = 0] = ids.purchase;
    await rename(admin, 'Mak');
    await rename(colleague, 'Łoś');
    for (const found of await idsEveryWay('purchase', 'owner ASC'))
      expect(found).toEqual([second, fourth, first, third]);
    await rename(admin, 'Lis');
    expect(await idsBy('purchase', 'owner ASC')).toEqual([first, third, second, fourth]);
    await admin.call(changeContractOwner.purchase, { body: { purchaseId: first, userId: colleague.id } });
    expect(await idsBy('purchase', 'owner ASC')).toEqual([third, first, second, fourth]);
    expect(await idsBy('purchase', 'owner DESC')).toEqual([fourth, second, first, third]);
    expect((await test.pool.query('select * from integrity_problem')).rows).toEqual([]);
  });
});

describe.each(SIDES)('the list of running %s contracts of a raw material', (side) => {
  it.each(CONTRACT_SORT[side])(
    'sorted by %s contains exactly the matching contracts after changes of status and raw material',
    async (column) => {
      const other = await makeMaterial(admin);
      const made = [await makeContract(admin, side, other), await makeContract(colleague, side, other)];
      const running = async (of: Material) => {
        const query = {
          rawMaterialId: [of.id],
          contractStatus: [...RUNNING_STATUSES],
          orderBy: `${column} ASC` as 'id ASC',
          limit: 10,
        };
        return (await admin.call(contracts[side].list, { query })).list.map(({ id }) => id);
      };
      const [first = 0, second = 0] = made;
      await setContractStatus(admin, side, first, 'CLOSED');
      expect(await running(other)).toEqual([second]);
      await setContractStatus(admin, side, first, 'ACTIVE');
      await setContractStatus(admin, side, second, 'NEXT_SEASON');
      expect(await running(other)).toEqual([first]);
      const third = await makeMaterial(admin);
      await test.pool.query('update contract set raw_material_id = $1, quality_id = $2 where id = $3', [
        third.id,
        third.qualityId,
        first,
      ]);
      expect([await running(other), await running(third)]).toEqual([[], [first]]);
      expect((await test.pool.query('select * from integrity_problem')).rows).toEqual([]);
    },
  );
});
