import { COUNTERPART, SIDES } from '@spichlerz/shared/domain/side';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { contractorForm } from '../../testing/contractor-form.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
});
afterAll(() => test.close());

const NOT_FOUND = {
  purchase: { status: 404, code: 'SUPPLIER_NOT_FOUND' },
  sales: { status: 404, code: 'RECIPIENT_NOT_FOUND' },
};

it.each(SIDES)(
  'a contractor of the %s side is not found by the get, change and delete endpoints of the other side',
  async (side) => {
    const other = COUNTERPART[side];
    const body = contractorForm({ lastName: 'Młyn' });
    const { id } = await user.call(contractors[side].create, { body });
    const params = { id };
    const changed = { ...body, lastName: 'Inny' };
    const { get, change, delete: remove } = contractors[other];
    expect(await failureOf(user.call(get, { params }))).toMatchObject(NOT_FOUND[other]);
    expect(await failureOf(user.call(change, { params, body: changed }))).toMatchObject(NOT_FOUND[other]);
    expect(await failureOf(user.call(remove, { params }))).toMatchObject(NOT_FOUND[other]);
    expect(await user.call(contractors[side].get, { params })).toMatchObject({ lastName: 'Młyn' });
  },
);
