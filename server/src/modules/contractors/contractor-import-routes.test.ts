import { IMPORT_ROWS_MAX } from '@spichlerz/shared/domain/contractor-import';
import { SIDES } from '@spichlerz/shared/domain/side';
import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { keysToSnake } from '@spichlerz/shared/wire/case';
import { contractorImport, IMPORT_CHECK_ROWS_MAX } from '@spichlerz/shared/wire/contractor-import';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let made = 0;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
});
afterAll(() => test.close());

/** A valid and unique row. */
const row = (overrides = {}) => {
  const n = ++made;
  return {
    accountingMethod: 'VAT' as const,
    label: 'FIRMA' as const,
    companyName: `IMPORT${n}`,
    lastName: `Importowana ${n}`,
    nip: String(2_000_000_000 + n),
    countryCode: 'PL',
    city: 'Łódź',
    addressList: [{ name: 'Magazyn', city: 'Zgierz', countryCode: 'PL' }],
    contactList: [{ name: 'Biuro', phoneNumber: '+48 600 700 800' }],
    ...overrides,
  };
};
const rows = (count: number) => Array.from({ length: count }, () => row());

const contractorCount = async () =>
  (await test.pool.query<{ n: number }>('select count(*)::int as n from contractor')).rows[0]?.n;

const sent = (path: string, list: object[]) =>
  test.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ rows: keysToSnake(list) }),
  });

describe.each(SIDES)('the import of contractors on the %s side', (side) => {
  const { check, run } = contractorImport[side];
  const judge = async (list: Record<string, unknown>[]) =>
    (await user.call(check, { body: { rows: list } })).problems;

  it('creates each contractor with its address and contact, and writes an audit entry', async () => {
    const list = [row(), row({ nip: undefined, pesel: '02070803628' }), row({ contactList: [] })];
    const { ids } = await user.call(run, { body: { rows: list } });
    expect(ids).toHaveLength(3);
    const records = await Promise.all(ids.map((id) => user.call(contractors[side].get, { params: { id } })));
    expect(records.map(({ companyName }) => companyName)).toEqual(list.map(({ companyName }) => companyName));
    expect(records[0]).toMatchObject({
      city: 'Łódź',
      addressList: [{ name: 'Magazyn', city: 'Zgierz', countryCode: 'PL' }],
      contactList: [{ name: 'Biuro', phoneNumber: '+48 600 700 800' }],
    });
    expect(records[1]).toMatchObject({ nip: null, pesel: '02070803628' });
    expect(records[2]).toMatchObject({ contactList: [] });
    const history = await user.call(listAuditEntries, {
      query: { entity: 'contractor', entityId: ids[1] ?? 0 },
    });
    expect(history.list).toMatchObject([{ action: 'created' }]);
  });

  it('has a check that validates each row like the contractor form and stores nothing', async () => {
    const before = await contractorCount();
    const problems = await judge([
      row(),
      row({ companyName: undefined, lastName: undefined }),
      row({ nip: '123', email: 'jan@' }),
      row({ nip: undefined }),
      row({ label: 'Firma', addressList: [{ city: 'Zgierz' }] }),
      row({ countryCode: 'XX', addressList: [{ name: 'Magazyn', countryCode: 'zz' }] }),
      {},
    ]);
    const of = (index: number) =>
      problems.filter((problem) => problem.row === index).map(({ path, code }) => `${path} ${code}`);
    expect(of(0)).toEqual([]);
    expect(of(1)).toEqual(['company_name VALUE_IS_MISSING', 'last_name VALUE_IS_MISSING']);
    expect(of(2)).toEqual(expect.arrayContaining(['nip VALUE_IS_WRONG', 'email VALUE_IS_WRONG']));
    expect(of(3)).toEqual(['nip VALUE_IS_MISSING', 'pesel VALUE_IS_MISSING']);
    expect(of(4)).toEqual(['label VALUE_IS_WRONG', 'address_list.0.name VALUE_IS_MISSING']);
    expect(of(5)).toEqual(['country_code VALUE_IS_WRONG', 'address_list.0.country_code VALUE_IS_WRONG']);
    expect(of(6)).toEqual(
      ['company_name', 'last_name', 'nip', 'pesel'].map((field) => `${field} VALUE_IS_MISSING`),
    );
    expect(await contractorCount()).toBe(before);
  });

  it('has a check that accepts a NIP with hyphens and a wrong checksum, and a PESEL with an impossible birth date', async () => {
    expect(await judge([row({ nip: '123-456-78-90' }), row({ pesel: '00000000000' })])).toEqual([]);
  });

  it('has a check that names the stored contractor with the same NIP, PESEL or code as a row', async () => {
    const [taken] = rows(1);
    const { ids } = await user.call(run, {
      body: { rows: [{ ...row(), ...taken, pesel: '99010112345' }] },
    });
    const holder = { id: ids[0], fullName: taken?.lastName };
    const problems = await judge([
      row({ nip: taken?.nip }),
      row({ pesel: '99010112345' }),
      row({ companyName: ` ${taken?.companyName.toLowerCase()} ` }),
      row(),
    ]);
    expect(problems).toEqual([
      { row: 0, path: 'nip', code: 'NIP_IS_DUPLICATED', holder },
      { row: 1, path: 'pesel', code: 'PESEL_IS_DUPLICATED', holder },
      { row: 2, path: 'company_name', code: 'NAME_IS_DUPLICATED', holder },
    ]);
    await test.pool.query("update contractor set pesel = null where pesel = '99010112345'");
  });

  it('rejects two rows with the same NIP or the same code', async () => {
    const first = row();
    expect(
      await judge([
        first,
        row({ nip: first.nip }),
        row({ companyName: 'import' }),
        row({ companyName: 'IMPORT' }),
      ]),
    ).toEqual([
      { row: 1, path: 'nip', code: 'VALUE_IS_DUPLICATED', holder: null },
      { row: 3, path: 'company_name', code: 'VALUE_IS_DUPLICATED', holder: null },
    ]);
    expect(await failureOf(user.call(run, { body: { rows: [first, row({ nip: first.nip })] } }))).toEqual({
      status: 400,
      code: 'VALUE_IS_DUPLICATED',
      fields: [{ path: 'rows.1.nip', code: 'VALUE_IS_DUPLICATED' }],
    });
  });

  it('imports nothing when one row is invalid, and the error names the row', async () => {
    const taken = row();
    await user.call(run, { body: { rows: [taken] } });
    const before = await contractorCount();
    const duplicate = [...rows(1_500), row({ nip: taken.nip }), ...rows(3)];
    expect(await failureOf(user.call(run, { body: { rows: duplicate } }))).toEqual({
      status: 409,
      code: 'NIP_IS_DUPLICATED',
      fields: [{ path: 'rows.1500.nip', code: 'NIP_IS_DUPLICATED' }],
    });
    const invalid = [...rows(2), row({ pesel: '12', nip: undefined })];
    expect(await failureOf(user.call(run, { body: { rows: invalid } }))).toMatchObject({
      status: 400,
      fields: [{ path: 'rows.2.pesel', code: 'VALUE_IS_WRONG' }],
    });
    expect(await contractorCount()).toBe(before);
  });

  it('returns the stored first response when the call is repeated with the same idempotency key', async () => {
    const options = { headers: { 'idempotency-key': `import-${side}` } };
    const body = { rows: rows(5) };
    const once = await user.call(run, { body }, { token: user.token, ...options });
    const again = await user.call(run, { body }, { token: user.token, ...options });
    expect(again).toEqual(once);
  });

  it('accepts exactly one of two parallel imports of the same contractors', async () => {
    const list = rows(20);
    const outcomes = await Promise.allSettled([
      user.call(run, { body: { rows: list } }),
      user.call(run, { body: { rows: list.toReversed() } }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(lost?.reason).toMatchObject({ failure: { status: 409 } });
  });

  it('imports ten thousand rows in one call and publishes one change event without ids', async () => {
    const list = rows(IMPORT_ROWS_MAX);
    const { ids } = await user.call(run, { body: { rows: list } });
    expect(new Set(ids).size).toBe(IMPORT_ROWS_MAX);
    const { rows: events } = await test.pool.query<{ topic: string; ids: number[] }>(
      'select topic, ids from change_event order by id desc limit 1',
    );
    expect(events).toEqual([{ topic: 'contractor', ids: [] }]);
    const last = await user.call(contractors[side].get, { params: { id: ids.at(-1) ?? 0 } });
    expect(last).toMatchObject({ companyName: list.at(-1)?.companyName, contactList: [{ name: 'Biuro' }] });
  });

  it('rejects an empty list, a list with too many rows, and a check whose body is too large', async () => {
    const blamed = { result: { message_code: 'FST_ERR_VALIDATION', fields: [{ path: 'rows' }] } };
    for (const [call, most] of [
      [check, IMPORT_CHECK_ROWS_MAX],
      [run, IMPORT_ROWS_MAX],
    ] as const) {
      for (const list of [[], rows(most + 1)]) {
        const response = await sent(call.path, list);
        expect(response.statusCode).toBe(400);
        expect(response.json()).toMatchObject(blamed);
      }
    }
    const heavy = await sent(check.path, [row({ street: 'x'.repeat(5_000_000) })]);
    expect(heavy.statusCode).toBe(413);
  });
});
