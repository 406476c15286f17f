import { SIDES } from '@spichlerz/shared/domain/side';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { createTransport } from '@spichlerz/shared/wire/transports';
import { changeUser, getUser, listUserOptions } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { failureOf } from '../testing/call.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';

/* Tests the conventions of customer api.md that no test of a single endpoint covers. */

let test: TestApp;
let user: TestUser;
let admin: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
});
afterAll(() => test.close());

/** Sends a body that the typed client would not accept, with the field names of the wire. */
async function send(url: string, payload: object) {
  const headers = { authorization: `Bearer ${user.token}` };
  const response = await test.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
  return { status: response.statusCode, result: response.json().result };
}

it('a required field has different error codes for null and for a missing value, also inside a list', async () => {
  const { status, result } = await send('/contractor/supplier/create', {
    company_name: 'Młyn',
    last_name: 'Młynarz',
    nip: '1234567890',
    address_list: [null, { name: null }, {}],
  });
  expect({ status, code: result.message_code }).toEqual({ status: 400, code: 'FST_ERR_VALIDATION' });
  expect(result.fields).toEqual([
    { path: 'address_list.0.name', code: 'VALUE_IS_NULL' },
    { path: 'address_list.1.name', code: 'VALUE_IS_MISSING' },
  ]);
  const unnamed = await send('/contractor/supplier/create', { company_name: null, nip: '1234567890' });
  expect(unnamed.result.fields).toEqual(
    expect.arrayContaining([
      { path: 'company_name', code: 'VALUE_IS_NULL' },
      { path: 'last_name', code: 'VALUE_IS_MISSING' },
    ]),
  );
});

it('a text with a long run of combining marks is rejected; a decomposed text is stored in composed form', async () => {
  const form = { company_name: 'ZNAKI', nip: '1234567890', label: 'FIRMA', accounting_method: 'VAT' };
  // Without the length limit, normalizing ten thousand combining marks of each of two classes took seconds.
  const marks = `a${'\u0301'.repeat(10_000)}${'\u0316'.repeat(10_000)}`;
  const rejected = await send('/contractor/supplier/create', { ...form, last_name: marks });
  expect(rejected.result.fields).toContainEqual({ path: 'last_name', code: 'VALUE_IS_WRONG' });
  const { status, result } = await send('/contractor/supplier/create', {
    ...form,
    last_name: 'Z\u0307o\u0301w',
  });
  expect([status, result]).toMatchObject([200, { id: expect.any(Number) }]);
  const { rows } = await test.pool.query('select last_name from contractor where id = $1', [result.id]);
  expect(rows).toEqual([{ last_name: 'Żów' }]);
});

it('a field with two errors is listed once', async () => {
  const { result } = await send('/dashboard/position', { date_from: '05/11/2026' });
  expect(result.fields).toEqual([{ path: 'date_from', code: 'VALUE_IS_WRONG' }]);
  const untyped = await send('/auth/login', { email: 'a@b.pl', password: [] });
  expect(untyped.result.fields).toEqual([{ path: 'password', code: 'VALUE_IS_WRONG_DATA_TYPE' }]);
});

it('a request without a body is valid even with the content type JSON', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${user.token}` };
  const post = (url: string) => test.app.inject({ method: 'POST', url: `/api${url}`, headers });
  expect((await post('/profile/option-list')).statusCode).toBe(200);
  expect((await post('/contract/get-allocated-value')).json().result.fields).toEqual([
    { path: 'sales_id', code: 'VALUE_IS_MISSING' },
    { path: 'purchase_id', code: 'VALUE_IS_MISSING' },
  ]);
  const remove = await test.app.inject({ method: 'DELETE', url: '/api/contract/remove/0', headers });
  expect(remove.json().result.message_code).toBe('TRANSPORT_NOT_FOUND');
});

it('a search of nothing but spaces matches all rows', async () => {
  for (const side of SIDES) {
    const { filtered, total } = await user.call(contracts[side].list, { query: { search: '  ' } });
    expect(filtered).toBe(total);
  }
  const { filtered, total } = await user.call(listUserOptions, { body: { search: ' ' } });
  expect(filtered).toBe(total);
});

it('an id that no record can have returns 404, not a validation error', async () => {
  for (const id of [0, -1, Number.MAX_SAFE_INTEGER]) {
    expect(await failureOf(user.call(contracts.sales.dashboard, { params: { id } }))).toMatchObject({
      status: 404,
      code: 'CONTRACT_NOT_FOUND',
    });
  }
});

it('the list of user options includes the users requested by id, even inactive ones', async () => {
  const former = await createTestUser(test);
  await admin.call(changeUser, {
    params: { id: former.id },
    body: { email: former.email, firstName: 'Jan', lastName: 'Dawny', active: false },
  });
  const before = await user.call(listUserOptions, { body: {} });
  const { list, filtered, total } = await user.call(listUserOptions, {
    body: { filter: { includeIds: [former.id] } },
  });
  expect(list[0]).toEqual({ value: former.id, label: 'Jan Dawny' });
  expect([filtered, total]).toEqual([before.total + 1, before.total + 1]);
});

it('a request with an impossible status and unknown contracts gets the error of the status', async () => {
  const create = user.call(createTransport, {
    body: {
      purchaseId: 999_999_999,
      salesId: 999_999_999,
      status: 'PAID',
      quantityKg: 25_000,
      freightPerTonne: 100,
      currency: 'PLN',
      registrationNumber: 'R',
      trailerNumber: 'T',
      carrierName: 'C',
      driverName: 'D',
      phoneNumber: '600 100 200',
      dateLoading: '2026-11-20',
      dateUnloading: '2026-11-21',
    },
  });
  expect(await failureOf(create)).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
});

it('an outdated version in form data returns CONFLICT', async () => {
  const known = await createTestUser(test);
  const update = async (version: number, lastName: string) => {
    const form = new FormData();
    const fields = { email: known.email, first_name: 'Ewa', last_name: lastName, is_notify_on_sales: 'true' };
    for (const [name, value] of Object.entries({ ...fields, version: String(version) }))
      form.set(name, value);
    const body = new Response(form);
    const response = await test.app.inject({
      method: 'POST',
      url: `/api/profile/update/${known.id}`,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': body.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    return { status: response.statusCode, result: response.json().result };
  };
  const { version } = await admin.call(getUser, { params: { id: known.id } });
  expect(await update(version, 'Nowa')).toEqual({ status: 200, result: true });
  expect(await update(version, 'Inna')).toMatchObject({ status: 409, result: { message_code: 'CONFLICT' } });
  expect(await admin.call(getUser, { params: { id: known.id } })).toMatchObject({
    lastName: 'Nowa',
    isNotifyOnSales: true,
    version: version + 1,
  });
});
