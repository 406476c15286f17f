import { allocate } from '@spichlerz/shared/wire/allocations';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { createTransport, listTransports } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, type Person } from '../../testing/as.ts';
import { FailedCall, type Failure } from '../../testing/call.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
} from '../../testing/make.ts';

const CLIENTS = 32;

let test: TestApp;
let person: Person;
let material: Material;

beforeAll(async () => {
  test = await startTestApp({ poolSize: 20 });
  person = await as(test);
  material = await makeMaterial(await as(test, 'ADMIN'));
});
afterAll(() => test.close());

type Outcome = 'done' | Failure;

/** All at once; a refusal is an outcome like any other. */
function together(calls: readonly (() => Promise<unknown>)[]): Promise<Outcome[]> {
  return Promise.all(
    calls.map(async (run) => {
      try {
        await run();
        return 'done';
      } catch (error) {
        if (error instanceof FailedCall) return error.failure;
        throw error;
      }
    }),
  );
}

it('gives the last 25 t of a purchase to exactly one of many sales', async () => {
  const purchaseId = await makeContract(person, 'purchase', material, { cargoQuantity: 25_000 });
  const sales = await Promise.all(
    Array.from({ length: CLIENTS }, () => makeContract(person, 'sales', material)),
  );
  const outcomes = await together(
    sales.map(
      (id) => () => person.call(allocate, { params: { id }, body: { purchaseId, cargoQuantity: 25_000 } }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  for (const outcome of outcomes.filter((outcome) => outcome !== 'done')) {
    expect(outcome).toMatchObject({
      status: 409,
      code: 'ALLOCATE_QUANTITY_IS_TO_BIG',
      fields: [{ path: 'cargo_quantity' }],
    });
  }
  expect(await person.call(contracts.purchase.dashboard, { params: { id: purchaseId } })).toMatchObject({
    allocated: 25_000,
    allowed: 0,
  });
});

it('lets two contracts be allocated to each other’s counterparts at once without a deadlock', async () => {
  const [p1, p2] = [
    await makeContract(person, 'purchase', material),
    await makeContract(person, 'purchase', material),
  ];
  const [s1, s2] = [
    await makeContract(person, 'sales', material),
    await makeContract(person, 'sales', material),
  ];
  const pairs = [
    [p1, s1],
    [p2, s2],
    [p1, s2],
    [p2, s1],
  ] as const;
  const outcomes = await together(
    Array.from({ length: CLIENTS }, (_, index) => () => {
      const [purchaseId, id] = pairs[index % pairs.length] ?? [p1, s1];
      return person.call(allocate, { params: { id }, body: { purchaseId, cargoQuantity: 1_000 + index } });
    }),
  );
  expect(outcomes).toEqual(Array.from({ length: CLIENTS }, () => 'done'));
});

it('puts one truck on the road when the same create arrives many times under one key', async () => {
  const [purchaseId, salesId] = [
    await makeContract(person, 'purchase', material),
    await makeContract(person, 'sales', material),
  ];
  await makeAllocation(person, purchaseId, salesId, 80_000);
  const first = await makeTransport(person, purchaseId, salesId, { registrationNumber: 'WZOR 1' });
  const { list } = await person.call(listTransports, { query: { purchaseId } });
  const { id: _id, version: _version, gmpNumber: _gmp, comment: _comment, ...stored } = list[0] ?? {};
  const body = { ...stored, registrationNumber: 'KLUCZ 1' } as never;
  const headers = { 'idempotency-key': 'ten-sam-klucz' };
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => person.call(createTransport, { body }, { headers })),
  );
  expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
  const after = await person.call(listTransports, { query: { purchaseId } });
  expect(new Set(after.list.map(({ id }) => id))).toEqual(new Set([first, replies[0]?.id]));
});

it('tells in seconds that a contract is held by somebody who does not let go, and works once they do', async () => {
  const purchaseId = await makeContract(person, 'purchase', material, { cargoQuantity: 25_000 });
  const id = await makeContract(person, 'sales', material);
  const call = () => person.call(allocate, { params: { id }, body: { purchaseId, cargoQuantity: 25_000 } });
  const holder = await test.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from contract where id = $1 for update', [purchaseId]);
    expect(await together([call])).toMatchObject([{ status: 503, code: 'MISSING_DATABASE' }]);
    await holder.query('rollback');
  } finally {
    holder.release();
  }
  expect(await together([call])).toEqual(['done']);
});
