import { COUNTERPART, SIDES, type Side } from '@spichlerz/shared/domain/side';
import { contracts } from '@spichlerz/shared/wire/contracts';
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
  signContract,
} from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/* Tests the quantities that a contract shows (customer decisions 1). */

let test: TestApp;
let user: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
});
afterAll(() => test.close());

const read = (side: Side, id: number) => user.call(contracts[side].dashboard, { params: { id } });
/** Allocates a quantity between a contract of this side and one of the other side. */
const allocateContracts = (side: Side, own: number, other: number, kg: number) =>
  side === 'purchase' ? makeAllocation(user, own, other, kg) : makeAllocation(user, other, own, kg);

describe.each(SIDES)('a %s contract', (side) => {
  const counterpart = COUNTERPART[side];

  it('counts the quantity allocated to unsigned or next-season contracts as speculative', async () => {
    const own = await makeContract(user, side, material);
    const [signed, unsigned, next] = [
      await makeContract(user, counterpart, material),
      await makeContract(user, counterpart, material),
      await makeContract(user, counterpart, material),
    ];
    for (const id of [signed, next]) await signContract(user, counterpart, id);
    await setContractStatus(user, counterpart, next, 'NEXT_SEASON');
    await allocateContracts(side, own, signed, 10_000);
    await allocateContracts(side, own, unsigned, 4_000);
    await allocateContracts(side, own, next, 1_000);
    expect(await read(side, own)).toMatchObject({ allocated: 15_000, allocatedSpeculative: 5_000 });
  });

  it('releases its allocations when it is closed, but not the allocations of other contracts', async () => {
    const [own, other] = [await makeContract(user, side, material), await makeContract(user, side, material)];
    const partner = await makeContract(user, counterpart, material);
    await allocateContracts(side, own, partner, 10_000);
    await allocateContracts(side, other, partner, 4_000);
    await setContractStatus(user, side, own, 'CLOSED');
    expect(await read(side, other)).toMatchObject({ allocated: 4_000 });
    expect(await read(counterpart, partner)).toMatchObject({ allocated: 4_000 });
  });
});

it('the speculative quantity in delivery of a sales contract excludes transports that are on the way', async () => {
  const [from, to] = [
    await makeContract(user, 'purchase', material),
    await makeContract(user, 'sales', material),
  ];
  await makeAllocation(user, from, to, 60_000);
  const transport = await makeTransport(user, from, to, { quantityKg: 10_000 });
  await makeTransport(user, from, to, { quantityKg: 20_000, status: 'WAITING' });
  await makeTransport(user, from, to, { quantityKg: 25_000, status: 'ON_THE_WAY' });
  expect(await read('sales', to)).toMatchObject({ inDelivery: 55_000, inDeliverySpeculative: 30_000 });
  await setTransportStatuses(user, transport, 'ON_THE_WAY');
  expect(await read('sales', to)).toMatchObject({ inDelivery: 55_000, inDeliverySpeculative: 20_000 });
});
