import { COUNTERPART, SIDES } from '@spichlerz/shared/domain/side';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, type Person } from '../../testing/as.ts';
import { refusal } from '../../testing/call.ts';
import { contractorForm } from '../../testing/contractor-form.ts';

let test: TestApp;
let person: Person;

beforeAll(async () => {
  test = await startTestApp();
  person = await as(test);
});
afterAll(() => test.close());

const NOT_FOUND = {
  purchase: { status: 404, code: 'SUPPLIER_NOT_FOUND' },
  sales: { status: 404, code: 'RECIPIENT_NOT_FOUND' },
};

it.each(SIDES)('a contractor is read, changed and deleted by the calls of the %s side only', async (side) => {
  const other = COUNTERPART[side];
  const body = contractorForm({ lastName: 'Młyn' });
  const { id } = await person.call(contractors[side].create, { body });
  const params = { id };
  const changed = { ...body, lastName: 'Inny' };
  const { get, change, delete: remove } = contractors[other];
  expect(await refusal(person.call(get, { params }))).toMatchObject(NOT_FOUND[other]);
  expect(await refusal(person.call(change, { params, body: changed }))).toMatchObject(NOT_FOUND[other]);
  expect(await refusal(person.call(remove, { params }))).toMatchObject(NOT_FOUND[other]);
  expect(await person.call(contractors[side].get, { params })).toMatchObject({ lastName: 'Młyn' });
});
