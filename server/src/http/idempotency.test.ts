import { contractors } from '@spichlerz/shared/wire/contractors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { failureOf } from '../testing/call.ts';
import { contractorForm } from '../testing/contractor-form.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let colleague: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  colleague = await createTestUser(test);
});
afterAll(() => test.close());

const create = (by: TestUser, side: 'purchase' | 'sales', companyName: string, nip: string) =>
  by.call(
    contractors[side].create,
    { body: contractorForm({ companyName, lastName: companyName, nip }) },
    { headers: { 'idempotency-key': 'ten-sam-klucz' } },
  );

it('an idempotency key returns the stored reply for the same endpoint and user only', async () => {
  const supplier = await create(user, 'purchase', 'Młyn', '1000000001');
  expect(await create(user, 'purchase', 'Młyn', '1000000001')).toEqual(supplier);
  const recipient = await create(user, 'sales', 'Pasze', '1000000002');
  expect(recipient).not.toEqual(supplier);
  const stored = await user.call(contractors.sales.get, { params: { id: recipient.id } });
  expect(stored).toMatchObject({ companyName: 'Pasze' });
  const other = await create(colleague, 'purchase', 'Elewator', '1000000003');
  expect(other).not.toEqual(supplier);
});

it('the idempotency key of a failed call can be used again', async () => {
  const third = await createTestUser(test);
  expect(await failureOf(create(third, 'purchase', 'Młyn', '1000000009'))).toMatchObject({
    status: 409,
    code: 'NAME_IS_DUPLICATED',
  });
  expect(await create(third, 'purchase', 'Młyn 2', '1000000009')).toHaveProperty('id');
});

it('an idempotency key that is repeated with a different body returns CONFLICT and creates nothing', async () => {
  const fourth = await createTestUser(test);
  const first = await create(fourth, 'purchase', 'Spichrz', '1000000004');
  expect(await failureOf(create(fourth, 'purchase', 'Spichrz', '1000000005'))).toMatchObject({
    status: 409,
    code: 'CONFLICT',
  });
  const { filtered } = await fourth.call(contractors.purchase.list, { body: { search: 'Spichrz' } });
  expect(filtered).toBe(1);
  expect(await create(fourth, 'purchase', 'Spichrz', '1000000004')).toEqual(first);
});
