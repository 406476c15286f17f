import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as wire from '@spichlerz/shared/wire/session';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lockFolder } from '../db/engine/folder-lock.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { call, failureOf } from '../testing/call.ts';
import { createTestUser, TEST_PASSWORD, type TestUser } from '../testing/test-user.ts';
import { until } from '../testing/until.ts';

/* Tests clocks that are set back: times that were recorded before are then in the future. */

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const HOURS = 2;
function setServerClockBack() {
  const read = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => read() - HOURS * 3_600_000);
}

/** Has the effect of a database clock that is set back: the recorded times of the user are in the future. */
const setDatabaseClockBack = async ({ id, email }: TestUser) => {
  const ahead = `+ interval '${HOURS} hours'`;
  await test.pool.query(`update sign_in_failure set at = at ${ahead} where account = $1`, [email]);
  await test.pool.query(`update reset_code set created_at = created_at ${ahead} where user_id = $1`, [id]);
  await test.pool.query(
    `update refresh_token set used_at = used_at ${ahead}
     where session_id in (select id from session where user_id = $1)`,
    [id],
  );
};
const signIn = ({ email }: TestUser, password = TEST_PASSWORD) =>
  call(test.app, wire.signIn, { body: { email, password } });

describe('a server whose clock is set back', () => {
  it('rejects a disabled user within two seconds', async () => {
    const user = await createTestUser(test);
    const isIn = async () => {
      const headers = { authorization: `Bearer ${user.token}` };
      return (await test.app.inject({ url: '/api/auth/me', headers })).statusCode === 200;
    };
    expect(await isIn()).toBe(true);
    setServerClockBack();
    await test.pool.query('update app_user set active = false where id = $1', [user.id]);
    await until(async () => !(await isIn()), 2_000);
  });

  it('ends the rate limit of an IP address after a minute', async () => {
    const { path, rateLimitPerMinute = 0 } = wire.refreshSession;
    const refresh = async () => {
      const payload = { refresh_token: 'x'.repeat(43) };
      return (await test.app.inject({ method: 'POST', url: `/api${path}`, payload })).statusCode;
    };
    for (let i = 0; i < rateLimitPerMinute; i++) expect(await refresh()).toBe(401);
    expect(await refresh()).toBe(429);
    setServerClockBack();
    const passed = performance.now() + 60_001;
    vi.spyOn(performance, 'now').mockImplementation(() => passed);
    expect(await refresh()).toBe(401);
  });
});

describe('a program whose clock is set back while it waits', () => {
  it('still reports a locked data folder', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-clock-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const lock = await lockFolder(folder);
    onTestFinished(() => lock.release());
    const second = lockFolder(folder);
    setServerClockBack();
    await expect(second).rejects.toThrow('Another copy of Spichlerz is using the data folder');
  });
});

describe('a database whose clock is set back', () => {
  it('does not lock out a user who mistyped the password before the change of the clock', async () => {
    const user = await createTestUser(test);
    for (let i = 0; i < 10; i++) await failureOf(signIn(user, 'inne'));
    expect(await failureOf(signIn(user))).toMatchObject({ status: 429 });
    await setDatabaseClockBack(user);
    expect(await signIn(user)).toHaveProperty('token');
  });

  it('sends a new password reset code, because a code from before the change of the clock is invalid', async () => {
    const user = await createTestUser(test);
    const requestCode = () => call(test.app, wire.requestPasswordReset, { body: { email: user.email } });
    const codes = async () => {
      const { rows } = await test.pool.query<{ code: string }>(
        'select left(subject, 6) as code from mail where recipient = $1 order by id',
        [user.email],
      );
      return rows.map(({ code }) => code);
    };
    const verify = (code = '') => call(test.app, wire.verifyResetCode, { body: { email: user.email, code } });
    await requestCode();
    await setDatabaseClockBack(user);
    const [early] = await codes();
    expect(await failureOf(verify(early))).toMatchObject({ code: 'WRONG_ACTIVATION_CODE' });
    await requestCode();
    const [, late] = await codes();
    expect(await verify(late)).toBe(true);
  });

  it('treats a refresh token that was used before the change of the clock as stolen', async () => {
    const user = await createTestUser(test);
    const { refreshToken } = await signIn(user);
    const refresh = (token: string) => call(test.app, wire.refreshSession, { body: { refreshToken: token } });
    const next = await refresh(refreshToken);
    await setDatabaseClockBack(user);
    expect(await failureOf(refresh(refreshToken))).toMatchObject({ status: 401 });
    expect(await failureOf(refresh(next.refreshToken))).toMatchObject({ status: 401 });
  });
});
