import { Writable } from 'node:stream';
import { contracts } from '@spichlerz/shared/wire/contracts';
import * as wire from '@spichlerz/shared/wire/session';
import { changePassword, changeUser, createUser, listUsers } from '@spichlerz/shared/wire/users';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { call, download, failureOf } from '../testing/call.ts';
import { createTestUser, STRONG_PASSWORD, TEST_PASSWORD, type TestUser } from '../testing/test-user.ts';

let test: TestApp;
let admin: TestUser;
let lines: { event?: string }[] = [];

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as object);
      done();
    },
  });
  test = await startTestApp({ log: pino({ level: 'info' }, sink) });
  admin = await createTestUser(test, 'ADMIN');
});
afterAll(() => test.close());
beforeEach(() => {
  lines = [];
});

const REMOTE_ADDRESS = { ip: '127.0.0.1' };
const events = () => lines.filter(({ event }) => event !== undefined);
const signIn = (email: string, password: string) =>
  call(test.app, wire.signIn, { body: { email, password } });

it('each sign-in is logged once: a success, a wrong password, an unknown e-mail, a disabled user or a blocked attempt', async () => {
  const { id, email } = await createTestUser(test);
  lines = [];
  await signIn(email, TEST_PASSWORD);
  await failureOf(signIn(email, 'zgaduje'));
  await failureOf(signIn('brak@spichlerz.test', 'zgaduje'));
  await test.pool.query('update app_user set active = false where id = $1', [id]);
  await failureOf(signIn(email, TEST_PASSWORD));
  await test.pool.query(
    "insert into sign_in_failure (account, address) select $1, '127.0.0.1' from generate_series(1, 10)",
    [email],
  );
  await failureOf(signIn(email, TEST_PASSWORD));
  expect(events()).toMatchObject([
    { level: 30, event: 'authn_login_success', userId: id, sessionId: expect.any(String), ...REMOTE_ADDRESS },
    { level: 40, event: 'authn_login_fail', userId: id, reason: 'WRONG_CREDENTIALS', ...REMOTE_ADDRESS },
    { level: 40, event: 'authn_login_fail', userId: null, reason: 'WRONG_CREDENTIALS', ...REMOTE_ADDRESS },
    { level: 40, event: 'authn_login_fail', userId: id, reason: 'USER_DISABLED', ...REMOTE_ADDRESS },
    { level: 40, event: 'authn_login_lock', userId: id, reason: 'TOO_MANY_REQUESTS', ...REMOTE_ADDRESS },
  ]);
});

it('the reuse of a refresh token after the grace period is logged with the session', async () => {
  const { id, email } = await createTestUser(test);
  const { refreshToken } = await signIn(email, TEST_PASSWORD);
  await call(test.app, wire.refreshSession, { body: { refreshToken } });
  await test.pool.query("update refresh_token set used_at = used_at - interval '1 minute'");
  lines = [];
  await failureOf(call(test.app, wire.refreshSession, { body: { refreshToken } }));
  expect(events()).toMatchObject([
    { event: 'authn_token_reuse', userId: id, sessionId: expect.any(String), ...REMOTE_ADDRESS },
  ]);
});

it('a forbidden call is logged with the user who sent it', async () => {
  const user = await createTestUser(test);
  lines = [];
  await failureOf(user.call(listUsers, { body: {} }));
  const self = { email: admin.email, firstName: 'Jan', lastName: 'Nowak', role: 'USER' as const };
  await failureOf(admin.call(changeUser, { params: { id: admin.id }, body: self }));
  expect(events()).toMatchObject([
    {
      event: 'authz_fail',
      userId: user.id,
      route: '/api/profile/list',
      reason: 'FORBIDDEN',
      ...REMOTE_ADDRESS,
    },
    {
      event: 'authz_fail',
      userId: admin.id,
      route: '/api/profile/update/:id',
      reason: 'MISSING_ACCESS_PERMISSIONS',
      ...REMOTE_ADDRESS,
    },
  ]);
});

it('a rejection by the rate limit is logged', async () => {
  const { path, rateLimitPerMinute = 0 } = wire.verifyResetCode;
  for (let i = 0; i <= rateLimitPerMinute; i++) {
    await test.app.inject({ method: 'POST', url: `/api${path}`, payload: {}, remoteAddress: '203.0.113.9' });
  }
  expect(events()).toMatchObject([
    { event: 'excess_rate_limit_exceeded', userId: null, route: `/api${path}`, ip: '203.0.113.9' },
  ]);
});

it('changes of passwords, roles and accounts are logged', async () => {
  const user = await createTestUser(test);
  const { id, email } = user;
  lines = [];
  const wrong = { oldPassword: 'nie to', newPassword: STRONG_PASSWORD };
  await failureOf(user.call(changePassword, { body: wrong }));
  await user.call(changePassword, { body: { ...wrong, oldPassword: TEST_PASSWORD } });
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
  const byAdmin = { userId: admin.id, targetUserId: id, ...REMOTE_ADDRESS };
  expect(events()).toMatchObject([
    { event: 'authn_password_change_fail', userId: id, reason: 'OLD_PASSWORD_IS_INVALID', ...REMOTE_ADDRESS },
    { event: 'authn_password_change', userId: id, ...REMOTE_ADDRESS },
    { event: 'privilege_permissions_changed', ...byAdmin, from: { role: 'USER' }, to: { role: 'ADMIN' } },
    { event: 'privilege_permissions_changed', ...byAdmin, to: { role: 'ADMIN', isActive: false } },
    { event: 'authn_password_change', ...byAdmin },
    { event: 'user_created', userId: admin.id, targetUserId: created.id, role: 'ADMIN', ...REMOTE_ADDRESS },
  ]);
});

it('each step of a password reset is logged, and so is a request for an unknown e-mail', async () => {
  const { id, email } = await createTestUser(test);
  lines = [];
  await call(test.app, wire.requestPasswordReset, { body: { email } });
  await call(test.app, wire.requestPasswordReset, { body: { email: 'brak@spichlerz.test' } });
  await failureOf(call(test.app, wire.verifyResetCode, { body: { email, code: 'ZZZZZ2' } }));
  const { rows } = await test.pool.query<{ code: string }>(
    'select left(subject, 6) as code from mail where recipient = $1',
    [email],
  );
  const reset = { email, code: rows[0]?.code ?? '', password: STRONG_PASSWORD };
  await call(test.app, wire.confirmPasswordReset, { body: reset });
  expect(events()).toMatchObject([
    { event: 'authn_password_reset_request', userId: id, ...REMOTE_ADDRESS },
    { event: 'authn_password_reset_request', userId: null, ...REMOTE_ADDRESS },
    { event: 'authn_password_reset_fail', userId: id, ...REMOTE_ADDRESS },
    { event: 'authn_password_reset', userId: id, ...REMOTE_ADDRESS },
  ]);
});

it('an export is logged with its user and format', async () => {
  const user = await createTestUser(test);
  lines = [];
  const query = { format: 'csv' as const };
  await download(test.app, contracts.sales.list.export, { query }, user.token);
  expect(events()).toMatchObject([
    { event: 'data_export', userId: user.id, format: 'csv', ...REMOTE_ADDRESS },
  ]);
});
