import * as wire from '@spichlerz/shared/wire/session';
import { changePassword, changeUser, listDefaultEmails } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { call, type Failure, failureOf } from '../../testing/call.ts';
import { createTestUser, STRONG_PASSWORD, TEST_PASSWORD, type TestUser } from '../../testing/test-user.ts';
import { untilWaiting } from '../../testing/while-locked.ts';

/* Tests how a change of a user or a password affects sessions and sign-ins. */

let test: TestApp;
let admin: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  admin = await createTestUser(test, 'ADMIN');
});
afterAll(() => test.close());

const change = (by: TestUser, user: TestUser, changes: object) =>
  by.call(changeUser, {
    params: { id: user.id },
    body: { email: user.email, firstName: 'Jan', lastName: 'Nowak', ...changes },
  });
const signIn = (user: TestUser, password = TEST_PASSWORD) =>
  call(test.app, wire.signIn, { body: { email: user.email, password } });
const refresh = (refreshToken: string) => call(test.app, wire.refreshSession, { body: { refreshToken } });
const REFUSED = { status: 401, code: 'UNAUTHORIZED' };

describe('a password that an ADMIN sets', () => {
  it('for another user ends the sessions of that user, who must choose a new password after the next sign-in', async () => {
    const user = await createTestUser(test);
    const { refreshToken } = await signIn(user);
    await change(admin, user, { password: STRONG_PASSWORD });
    expect(await failureOf(refresh(refreshToken))).toMatchObject(REFUSED);
    expect(await failureOf(signIn(user))).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    const { token } = await signIn(user, STRONG_PASSWORD);
    expect(await call(test.app, wire.getMe, {}, { token })).toMatchObject({ passwordExpired: true });
    expect(await failureOf(call(test.app, listDefaultEmails.purchase, {}, { token }))).toMatchObject({
      status: 403,
      code: 'ACCESS_DENIED',
    });
  });

  it('for the own account does not have to be changed after the next sign-in', async () => {
    const self = await createTestUser(test, 'ADMIN');
    await change(self, self, { password: STRONG_PASSWORD });
    const { token } = await signIn(self, STRONG_PASSWORD);
    expect(await call(test.app, wire.getMe, {}, { token })).toMatchObject({ passwordExpired: false });
  });
});

it('a password change by a user ends all sessions of that user except the current session', async () => {
  const user = await createTestUser(test);
  const [here, elsewhere] = [await signIn(user), await signIn(user)];
  const body = { oldPassword: TEST_PASSWORD, newPassword: STRONG_PASSWORD };
  await call(test.app, changePassword, { body }, { token: here.token });
  expect(await failureOf(refresh(elsewhere.refreshToken))).toMatchObject(REFUSED);
  expect(await refresh(here.refreshToken)).toHaveProperty('token');
});

it('a deactivation ends the sessions of a user; after a reactivation the user has to sign in again', async () => {
  const user = await createTestUser(test);
  const { refreshToken } = await signIn(user);
  await change(admin, user, { active: false });
  expect(await failureOf(refresh(refreshToken))).toMatchObject(REFUSED);
  await change(admin, user, { active: true });
  expect(await failureOf(refresh(refreshToken))).toMatchObject(REFUSED);
  expect(await signIn(user)).toHaveProperty('token');
});

it('a refresh token is valid for 14 days', async () => {
  const user = await createTestUser(test);
  const { refreshToken } = await signIn(user);
  const age = (days: string) =>
    test.pool.query(
      `update refresh_token set expires_at = expires_at - $2::interval
       where session_id in (select id from session where user_id = $1)`,
      [user.id, days],
    );
  await age('13 days 23 hours');
  expect(await refresh(refreshToken)).toHaveProperty('token');
  await age('2 hours');
  expect(await failureOf(refresh(refreshToken))).toMatchObject(REFUSED);
});

it('the default notification e-mails are the addresses of active users who enabled notifications for the side', async () => {
  const [subscribed, both, left] = [
    await createTestUser(test),
    await createTestUser(test),
    await createTestUser(test),
  ];
  await change(admin, subscribed, { isNotifyOnPurchase: true });
  await change(admin, both, { isNotifyOnPurchase: true, isNotifyOnSales: true });
  await change(admin, left, { isNotifyOnPurchase: true, isNotifyOnSales: true, active: false });
  const proposed = async (side: 'purchase' | 'sales') =>
    (await admin.call(listDefaultEmails[side], {})).toSorted();
  expect(await proposed('purchase')).toEqual([subscribed.email, both.email].toSorted());
  expect(await proposed('sales')).toEqual([both.email]);
});

it('when the last two ADMINs demote each other at the same time, one of them stays an ADMIN', async () => {
  const one = await createTestUser(test, 'ADMIN');
  const two = await createTestUser(test, 'ADMIN');
  await test.pool.query("update app_user set active = false where role = 'ADMIN' and id not in ($1, $2)", [
    one.id,
    two.id,
  ]);
  const holder = await test.pool.connect();
  let outcomes: (true | Failure)[] = [];
  try {
    await holder.query('begin');
    await holder.query("select from app_user where role = 'ADMIN' for no key update");
    const both = Promise.all(
      [change(one, two, { active: false }), change(two, one, { role: 'USER' })].map((step) =>
        step.catch(({ failure }: { failure: Failure }) => failure),
      ),
    );
    await untilWaiting(test.pool, 2);
    await holder.query('commit');
    outcomes = await both;
  } finally {
    holder.release();
  }
  expect(outcomes.filter((outcome) => outcome === true)).toHaveLength(1);
  expect(outcomes).toContainEqual(
    expect.objectContaining({ status: 403, code: 'MISSING_ACCESS_PERMISSIONS' }),
  );
  const { rowCount } = await test.pool.query("select from app_user where role = 'ADMIN' and active");
  expect(rowCount).toBe(1);
});
