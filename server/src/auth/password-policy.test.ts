import * as wire from '@spichlerz/shared/wire/session';
import { changePassword, changeUser, createUser } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { call, failureOf } from '../testing/call.ts';
import { createTestUser, STRONG_PASSWORD, TEST_PASSWORD, type TestUser } from '../testing/test-user.ts';

let test: TestApp;
let admin: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  admin = await createTestUser(test, 'ADMIN');
});
afterAll(() => test.close());

const COMMON = 'PASSWORD_IS_COMMON';
const PERSONAL = 'PASSWORD_IS_PERSONAL';

let createdCount = 0;
const create = (password: string, email = `nowy${++createdCount}@spichlerz.test`) =>
  admin.call(createUser, {
    body: { email, firstName: 'Stanisława', lastName: 'Górecka', role: 'USER', password },
  });

async function resetCode(email: string): Promise<string> {
  await call(test.app, wire.requestPasswordReset, { body: { email } });
  const { rows } = await test.pool.query<{ code: string }>(
    'select left(subject, 6) as code from mail where recipient = $1 order by id desc limit 1',
    [email],
  );
  return rows[0]?.code ?? '';
}

describe('a new password', () => {
  it.each([
    ['slabe', 'PASSWORD_BREAKS_RULES'],
    ['Password1!', COMMON],
    ['Qwerty1!', COMMON],
    ['Haslo123!', COMMON],
    ['Hasło123!', COMMON],
    ['Misiaczek2026!', COMMON],
    ['Abcd1234!', COMMON],
    ['Lewandowski9!', COMMON],
    ['Spichlerz1!', PERSONAL],
    ['Spichlerz-2026', PERSONAL],
    ['Stanisława1!', PERSONAL],
    ['Gorecka#77', PERSONAL],
    ['Stanisława.Górecka1!', PERSONAL],
  ])('%s is rejected with %s', async (password, reason) => {
    expect(await failureOf(create(password))).toEqual({
      status: 400,
      code: 'VALUE_IS_WRONG',
      fields: [{ path: 'password', code: 'VALUE_IS_WRONG', reason }],
    });
  });

  it('must differ from the e-mail of the user, even if the e-mail is long', async () => {
    const email = 'ksiegowosc.poznan7@ziarno-i-pasze.pl';
    expect(await failureOf(create(`Ksiegowosc.Poznan7@ziarno-i-pasze.pl`, email))).toMatchObject({
      fields: [{ path: 'password', reason: PERSONAL }],
    });
  });

  it.each(['Kukurydza-7-Traktor', 'Spichlerz-Traktor-77-Deszcz', 'hP3!vQ8#zR6$', `aB1!${'xY9?'.repeat(60)}`])(
    '%s is accepted',
    async (password) => {
      expect(await create(password)).toHaveProperty('id');
    },
  );

  it('is checked by the same rules in every endpoint', async () => {
    const user = await createTestUser(test);
    const { email, id } = user;
    const body = { email, firstName: 'Jan', lastName: 'Nowak' };
    const code = await resetCode(email);
    const weak = 'Haslo123!';
    const attempts = [
      admin.call(changeUser, { params: { id }, body: { ...body, password: weak } }),
      user.call(changePassword, { body: { oldPassword: TEST_PASSWORD, newPassword: weak } }),
      call(test.app, wire.confirmPasswordReset, { body: { email, code, password: weak } }),
    ];
    // awaited together, because a rejection without a handler fails the test run
    for (const failure of await Promise.all(attempts.map(failureOf)))
      expect(failure).toMatchObject({ status: 400, fields: [{ reason: COMMON }] });
    const strong = { email, code, password: STRONG_PASSWORD };
    expect(await call(test.app, wire.confirmPasswordReset, { body: strong })).toBe(true);
  });

  it('must differ from the current password in a password reset', async () => {
    const user = await createTestUser(test);
    const { email, id } = user;
    const body = { email, firstName: 'Jan', lastName: 'Nowak', password: STRONG_PASSWORD };
    await admin.call(changeUser, { params: { id }, body });
    const code = await resetCode(email);
    const reset = { email, code, password: STRONG_PASSWORD };
    expect(await failureOf(call(test.app, wire.confirmPasswordReset, { body: reset }))).toMatchObject({
      code: 'VALUE_IS_WRONG',
      fields: [{ path: 'password', reason: 'PASSWORD_IS_UNCHANGED' }],
    });
    const next = { ...reset, password: `${STRONG_PASSWORD}-2` };
    expect(await call(test.app, wire.confirmPasswordReset, { body: next })).toBe(true);
  });

  it('is not checked with a wrong reset code: a known and an unknown e-mail get the same error', async () => {
    const { email } = await createTestUser(test);
    const guess = { code: 'ZZZZZ2', password: 'Haslo123!' };
    for (const body of [
      { ...guess, email },
      { ...guess, email: 'brak@spichlerz.test' },
    ]) {
      expect(await failureOf(call(test.app, wire.confirmPasswordReset, { body }))).toMatchObject({
        code: 'WRONG_ACTIVATION_CODE',
      });
    }
  });
});
