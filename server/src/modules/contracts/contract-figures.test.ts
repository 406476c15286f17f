import { COUNTERPART, SIDES, type Side } from '@spichlerz/shared/domain/side';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, type Person } from '../../testing/as.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setContract,
  setTransport,
  signContract,
} from '../../testing/make.ts';

/* What of a contract's figures may not come to be (decisions 1), and what its end leaves alone. */

let test: TestApp;
let person: Person;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  person = await as(test);
  material = await makeMaterial(await as(test, 'ADMIN'));
});
afterAll(() => test.close());

const read = (side: Side, id: number) => person.call(contracts[side].dashboard, { params: { id } });
/** Allocates between a contract of the side and one of the other, whichever comes first. */
const pair = (side: Side, own: number, other: number, kg: number) =>
  side === 'purchase' ? makeAllocation(person, own, other, kg) : makeAllocation(person, other, own, kg);

describe.each(SIDES)('a %s contract', (side) => {
  const counterpart = COUNTERPART[side];

  it('tells how much is allocated to contracts that are not firm', async () => {
    const own = await makeContract(person, side, material);
    const [signed, unsigned, next] = [
      await makeContract(person, counterpart, material),
      await makeContract(person, counterpart, material),
      await makeContract(person, counterpart, material),
    ];
    for (const id of [signed, next]) await signContract(person, counterpart, id);
    await setContract(person, counterpart, next, 'NEXT_SEASON');
    await pair(side, own, signed, 10_000);
    await pair(side, own, unsigned, 4_000);
    await pair(side, own, next, 1_000);
    expect(await read(side, own)).toMatchObject({ allocated: 15_000, allocatedSpeculative: 5_000 });
  });

  it('that ends gives back its own pairs only', async () => {
    const [own, other] = [
      await makeContract(person, side, material),
      await makeContract(person, side, material),
    ];
    const partner = await makeContract(person, counterpart, material);
    await pair(side, own, partner, 10_000);
    await pair(side, other, partner, 4_000);
    await setContract(person, side, own, 'CLOSED');
    expect(await read(side, other)).toMatchObject({ allocated: 4_000 });
    expect(await read(counterpart, partner)).toMatchObject({ allocated: 4_000 });
  });
});

it('tells how much of what is on the way to a sale has not left yet', async () => {
  const [from, to] = [
    await makeContract(person, 'purchase', material),
    await makeContract(person, 'sales', material),
  ];
  await makeAllocation(person, from, to, 60_000);
  const transport = await makeTransport(person, from, to, { cargoQuantity: 10_000 });
  await makeTransport(person, from, to, { cargoQuantity: 20_000, status: 'WAITING' });
  await makeTransport(person, from, to, { cargoQuantity: 25_000, status: 'ON_THE_WAY' });
  expect(await read('sales', to)).toMatchObject({ inDelivery: 55_000, inDeliverySpeculative: 30_000 });
  await setTransport(person, transport, 'ON_THE_WAY');
  expect(await read('sales', to)).toMatchObject({ inDelivery: 55_000, inDeliverySpeculative: 20_000 });
});
