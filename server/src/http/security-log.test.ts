import { Writable } from 'node:stream';
import { contracts } from '@spichlerz/shared/wire/contracts';
import * as wire from '@spichlerz/shared/wire/session';
import { changePassword, changeUser, createUser, listUsers } from '@spichlerz/shared/wire/users';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { as, type Person, STRONG_PASSWORD, TEST_PASSWORD } from '../testing/as.ts';
import { call, download, refusal } from '../testing/call.ts';

let test: TestApp;
let admin: Person;
let lines: { event?: string }[] = [];

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as object);
      done();
    },
  });
  test = await startTestApp({ log: pino({ level: 'info' }, sink) });
  admin = await as(test, 'ADMIN');
});
afterAll(() => test.close());
beforeEach(() => {
  lines = [];
});

const FROM = { ip: '127.0.0.1' };
const events = () => lines.filter(({ event }) => event !== undefined);
const signIn = (email: string, password: string) =>
  call(test.app, wire.signIn, { body: { email, password } });

it('a sign-in is logged once: right, wrong, of nobody, disabled or limited', async () => {
  const { id, email } = await as(test);
  lines = [];
  await signIn(email, TEST_PASSWORD);
  await refusal(signIn(email, 'zgaduje'));
  await refusal(signIn('brak@spichlerz.test', 'zgaduje'));
  await test.pool.query('update app_user set active = false where id = $1', [id]);
  await refusal(signIn(email, TEST_PASSWORD));
  await test.pool.query(
    "insert into sign_in_failure (account, address) select $1, '127.0.0.1' from generate_series(1, 10)",
    [email],
  );
  await refusal(signIn(email, TEST_PASSWORD));
  expect(events()).toMatchObject([
    { level: 30, event: 'authn_login_success', userId: id, sessionId: expect.any(String), ...FROM },
    { level: 40, event: 'authn_login_fail', userId: id, reason: 'WRONG_CREDENTIALS', ...FROM },
    { level: 40, event: 'authn_login_fail', userId: null, reason: 'WRONG_CREDENTIALS', ...FROM },
    { level: 40, event: 'authn_login_fail', userId: id, reason: 'USER_DISABLED', ...FROM },
    { level: 40, event: 'authn_login_lock', userId: id, reason: 'TOO_MANY_REQUESTS', ...FROM },
  ]);
});

it('a refresh token that is used again after the grace is logged with the session it ends', async () => {
  const { id, email } = await as(test);
  const { refreshToken } = await signIn(email, TEST_PASSWORD);
  await call(test.app, wire.refreshSession, { body: { refreshToken } });
  await test.pool.query("update refresh_token set used_at = used_at - interval '1 minute'");
  lines = [];
  await refusal(call(test.app, wire.refreshSession, { body: { refreshToken } }));
  expect(events()).toMatchObject([
    { event: 'authn_token_reuse', userId: id, sessionId: expect.any(String), ...FROM },
  ]);
});

it('a call without the right to it is logged with who tried', async () => {
  const person = await as(test);
  lines = [];
  await refusal(person.call(listUsers, { body: {} }));
  const self = { email: admin.email, firstName: 'Jan', lastName: 'Nowak', role: 'USER' as const };
  await refusal(admin.call(changeUser, { params: { id: admin.id }, body: self }));
  expect(events()).toMatchObject([
    { event: 'authz_fail', userId: person.id, route: '/api/profile/list', reason: 'FORBIDDEN', ...FROM },
    {
      event: 'authz_fail',
      userId: admin.id,
      route: '/api/profile/update/:id',
      reason: 'MISSING_ACCESS_PERMISSIONS',
      ...FROM,
    },
  ]);
});

it('a limit of calls a minute is logged when it refuses', async () => {
  const { path, rateLimitPerMinute = 0 } = wire.verifyResetCode;
  for (let i = 0; i <= rateLimitPerMinute; i++) {
    await test.app.inject({ method: 'POST', url: `/api${path}`, payload: {}, remoteAddress: '203.0.113.9' });
  }
  expect(events()).toMatchObject([
    { event: 'excess_rate_limit_exceeded', userId: null, route: `/api${path}`, ip: '203.0.113.9' },
  ]);
});

it('passwords, roles and accounts are logged when somebody changes them', async () => {
  const person = await as(test);
  const { id, email } = person;
  lines = [];
  const wrong = { oldPassword: 'nie to', newPassword: STRONG_PASSWORD };
  await refusal(person.call(changePassword, { body: wrong }));
  await person.call(changePassword, { body: { ...wrong, oldPassword: TEST_PASSWORD } });
  const record = { email, firstName: 'Jan', lastName: 'Nowak' };
  await admin.call(changeUser, { params: { id }, body: record });
  await admin.call(changeUser, { params: { id }, body: { ...record, role: 'ADMIN' } });
  await admin.call(changeUser, {
    params: { id },
    body: { ...record, active: false, password: `${STRONG_PASSWORD}-2` },
  });
  const created = await admin.call(createUser, {
    body: { ...record, email: `x${email}`, role: 'ADMIN', password: STRONG_PASSWORD },
  });
  const byAdmin = { userId: admin.id, targetUserId: id, ...FROM };
  expect(events()).toMatchObject([
    { event: 'authn_password_change_fail', userId: id, reason: 'OLD_PASSWORD_IS_INVALID', ...FROM },
    { event: 'authn_password_change', userId: id, ...FROM },
    { event: 'privilege_permissions_changed', ...byAdmin, from: { role: 'USER' }, to: { role: 'ADMIN' } },
    { event: 'privilege_permissions_changed', ...byAdmin, to: { role: 'ADMIN', isActive: false } },
    { event: 'authn_password_change', ...byAdmin },
    { event: 'user_created', userId: admin.id, targetUserId: created.id, role: 'ADMIN', ...FROM },
  ]);
});

it('a reset is logged at each step, and that of an unknown e-mail', async () => {
  const { id, email } = await as(test);
  lines = [];
  await call(test.app, wire.requestPasswordReset, { body: { email } });
  await call(test.app, wire.requestPasswordReset, { body: { email: 'brak@spichlerz.test' } });
  await refusal(call(test.app, wire.verifyResetCode, { body: { email, code: 'ZZZZZ2' } }));
  const { rows } = await test.pool.query<{ code: string }>(
    'select left(subject, 6) as code from mail where recipient = $1',
    [email],
  );
  const reset = { email, code: rows[0]?.code ?? '', password: STRONG_PASSWORD };
  await call(test.app, wire.confirmPasswordReset, { body: reset });
  expect(events()).toMatchObject([
    { event: 'authn_password_reset_request', userId: id, ...FROM },
    { event: 'authn_password_reset_request', userId: null, ...FROM },
    { event: 'authn_password_reset_fail', userId: id, ...FROM },
    { event: 'authn_password_reset', userId: id, ...FROM },
  ]);
});

it('an export is logged with its list and format', async () => {
  const person = await as(test);
  lines = [];
  const query = { format: 'csv' as const };
  await download(test.app, contracts.sales.list.export, { query }, person.token);
  expect(events()).toMatchObject([{ event: 'data_export', userId: person.id, format: 'csv', ...FROM }]);
});
