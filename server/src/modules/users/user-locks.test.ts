import { changePassword, changeUser, changeUserAddress } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestUser, STRONG_PASSWORD, TEST_PASSWORD, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Somebody is in the middle of something, which tells in the history who they are. */
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

it('a person may be changed while an ADMIN is in the middle of something else', async () => {
  const [admin, user] = [await createTestUser(test, 'ADMIN'), await createTestUser(test)];
  await beginWork(admin);
  const body = { email: user.email, firstName: 'Anna', lastName: 'Nowak' };
  expect(await admin.call(changeUser, { params: { id: user.id }, body })).toBe(true);
});

describe('while somebody is in the middle of something else', () => {
  it('their address may be changed', async () => {
    const person = await createTestUser(test);
    await beginWork(person);
    const input = { params: { id: person.id }, body: { city: 'Łódź' } };
    expect(await person.call(changeUserAddress, input)).toBe(true);
  });

  it('their password may be changed', async () => {
    const person = await createTestUser(test);
    await beginWork(person);
    const body = { oldPassword: TEST_PASSWORD, newPassword: STRONG_PASSWORD };
    expect(await person.call(changePassword, { body })).toBe(true);
  });
});
