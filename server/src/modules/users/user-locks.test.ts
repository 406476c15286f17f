import { changeUser } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as } from '../../testing/as.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('a person may be changed while an ADMIN is in the middle of something else', async () => {
  const [admin, person] = [await as(test, 'ADMIN'), await as(test)];
  const work = await test.pool.connect();
  await work.query('begin');
  await work.query(
    "insert into history (user_id, entity, entity_id, action) values ($1, 'contract', 1, 'x')",
    [admin.id],
  );
  const body = { email: person.email, firstName: 'Anna', lastName: 'Nowak' };
  expect(await admin.call(changeUser, { params: { id: person.id }, body })).toBe(true);
  await work.query('rollback');
  work.release();
});
