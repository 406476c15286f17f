import { allocate } from '@spichlerz/shared/wire/allocations';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { createTransport, listTransports } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { CallError, type Failure } from '../../testing/call.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
} from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

const CLIENTS = 32;

let test: TestApp;
let user: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp({ poolSize: 40 });
  user = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
});
afterAll(() => test.close());

type Outcome = 'done' | Failure;

/** Runs the calls in parallel and returns their outcomes; an error is an outcome too. */
function runTogether(calls: readonly (() => Promise<unknown>)[]): Promise<Outcome[]> {
  return Promise.all(
    calls.map(async (run) => {
      try {
        await run();
        return 'done';
      } catch (error) {
        if (error instanceof CallError) return error.failure;
        throw error;
      }
    }),
  );
}

it('when many sales request the last 25 t of a purchase in parallel, exactly one of them gets the quantity', async () => {
  const purchaseId = await makeContract(user, 'purchase', material, { quantityKg: 25_000 });
  const sales = await Promise.all(
    Array.from({ length: CLIENTS }, () => makeContract(user, 'sales', material)),
  );
  const outcomes = await runTogether(
    sales.map(
      (id) => () => user.call(allocate, { params: { id }, body: { purchaseId, quantityKg: 25_000 } }),
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
  expect(await user.call(contracts.purchase.dashboard, { params: { id: purchaseId } })).toMatchObject({
    allocated: 25_000,
    allowed: 0,
  });
});

it('parallel allocations between two purchases and two sales all succeed without a deadlock', async () => {
  const [p1, p2] = [
    await makeContract(user, 'purchase', material),
    await makeContract(user, 'purchase', material),
  ];
  const [s1, s2] = [await makeContract(user, 'sales', material), await makeContract(user, 'sales', material)];
  const allocations = [
    [p1, s1],
    [p2, s2],
    [p1, s2],
    [p2, s1],
  ] as const;
  const outcomes = await runTogether(
    Array.from({ length: CLIENTS }, (_, index) => () => {
      const [purchaseId, id] = allocations[index % allocations.length] ?? [p1, s1];
      return user.call(allocate, { params: { id }, body: { purchaseId, quantityKg: 1_000 + index } });
    }),
  );
  expect(outcomes).toEqual(Array.from({ length: CLIENTS }, () => 'done'));
});

it('parallel calls with the same idempotency key create one transport', async () => {
  const [purchaseId, salesId] = [
    await makeContract(user, 'purchase', material),
    await makeContract(user, 'sales', material),
  ];
  await makeAllocation(user, purchaseId, salesId, 80_000);
  const first = await makeTransport(user, purchaseId, salesId, { registrationNumber: 'WZOR 1' });
  const { list } = await user.call(listTransports, { query: { purchaseId } });
  const { id: _id, version: _version, gmpNumber: _gmp, comment: _comment, ...stored } = list[0] ?? {};
  const body = { ...stored, registrationNumber: 'KLUCZ 1' } as never;
  const headers = { 'idempotency-key': 'ten-sam-klucz' };
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => user.call(createTransport, { body }, { headers })),
  );
  expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
  const after = await user.call(listTransports, { query: { purchaseId } });
  expect(new Set(after.list.map(({ id }) => id))).toEqual(new Set([first, replies[0]?.id]));
});

it('an allocation request fails with 503 while another transaction locks the purchase, and succeeds after the lock is released', async () => {
  const purchaseId = await makeContract(user, 'purchase', material, { quantityKg: 25_000 });
  const id = await makeContract(user, 'sales', material);
  const call = () => user.call(allocate, { params: { id }, body: { purchaseId, quantityKg: 25_000 } });
  const holder = await test.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from contract where id = $1 for update', [purchaseId]);
    expect(await runTogether([call])).toMatchObject([{ status: 503, code: 'MISSING_DATABASE' }]);
    await holder.query('rollback');
  } finally {
    holder.release();
  }
  expect(await runTogether([call])).toEqual(['done']);
});
