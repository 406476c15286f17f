import { changePassword, changeUser, changeUserAddress } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestUser, STRONG_PASSWORD, TEST_PASSWORD, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Starts a transaction that writes an audit entry of the user, and keeps it open. */
async function beginWork({ id }: TestUser): Promise<void> {
  const work = await test.pool.connect();
  onTestFinished(async () => {
    await work.query('rollback');
    work.release();
  });
  await work.query('begin');
  await work.query(
    "insert into history (user_id, entity, entity_id, action) values ($1, 'contract', 1, 'x')",
    [id],
  );
}

it('an ADMIN can change a user while a transaction with an audit entry by that ADMIN is open', async () => {
  const [admin, user] = [await createTestUser(test, 'ADMIN'), await createTestUser(test)];
  await beginWork(admin);
  const body = { email: user.email, firstName: 'Anna', lastName: 'Nowak' };
  expect(await admin.call(changeUser, { params: { id: user.id }, body })).toBe(true);
});

describe('a user with an audit entry in an open transaction', () => {
  it('can change the address', async () => {
    const user = await createTestUser(test);
    await beginWork(user);
    const input = { params: { id: user.id }, body: { city: 'Łódź' } };
    expect(await user.call(changeUserAddress, input)).toBe(true);
  });

  it('can change the password', async () => {
    const user = await createTestUser(test);
    await beginWork(user);
    const body = { oldPassword: TEST_PASSWORD, newPassword: STRONG_PASSWORD };
    expect(await user.call(changePassword, { body })).toBe(true);
  });
});
