import * as wire from '@spichlerz/shared/wire/session';
import { changePassword, changeUser, createUser } from '@spichlerz/shared/wire/users';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../db/tx.ts';
import { type Mailer, startMailer } from '../mail/mailer.ts';
import { DEMO_COMPANY } from '../print/company.ts';
import { createPrinter } from '../print/printer.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { call, failureOf } from '../testing/call.ts';
import { createTestUser, STRONG_PASSWORD, TEST_PASSWORD, type TestUser } from '../testing/test-user.ts';
import { until } from '../testing/until.ts';

const OTHER_PASSWORD = `${STRONG_PASSWORD}-2`;

let test: TestApp;
let admin: TestUser;
const received: string[] = [];
let smtp: SMTPServer;
let mailer: Mailer;

beforeAll(async () => {
  test = await startTestApp();
  admin = await createTestUser(test, 'ADMIN');
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push(Buffer.concat(parts).toString('utf8'));
        done();
      });
    },
  });
  const port = await new Promise<number>((ready) => {
    const server = smtp.listen(0, '127.0.0.1', () => ready((server.address() as { port: number }).port));
  });
  const log = pino({ level: 'fatal' });
  mailer = startMailer({
    db: createDb(test.pool),
    log,
    environment: 'test',
    smtpUrl: `smtp://127.0.0.1:${port}`,
    appUrl: 'https://spichlerz.test',
    from: 'spichlerz@spichlerz.test',
    printer: createPrinter(),
    company: DEMO_COMPANY,
  });
});
afterAll(async () => {
  await mailer.stop();
  smtp.close();
  await test.close();
});

const signIn = (email: string, password = TEST_PASSWORD) =>
  call(test.app, wire.signIn, { body: { email, password } });
const isSignedIn = async (token: string) => {
  const reply = await test.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
  return reply.statusCode === 200;
};
const failures = (pool: Pool) => pool.query('delete from sign_in_failure');

async function codeFor(email: string): Promise<string> {
  const code = () => {
    const message = received.find((mail) => mail.includes(`To: ${email}`)) ?? '';
    return /Subject: (?:=\?UTF-8\?[QB]\?)?([A-Z2-9]{6})/.exec(message)?.[1];
  };
  await until(() => code() !== undefined, 10_000);
  return code() ?? '';
}

describe('signing in', () => {
  it('returns the same error for an unknown e-mail and a wrong password', async () => {
    const user = await createTestUser(test);
    const unknown = await failureOf(signIn('nikt@spichlerz.test'));
    expect(unknown).toEqual({ status: 400, code: 'WRONG_CREDENTIALS', fields: [] });
    expect(await failureOf(signIn(user.email, 'inne'))).toEqual(unknown);
  });

  it('reveals that an account is disabled only after the correct password', async () => {
    const user = await createTestUser(test);
    await admin.call(changeUser, {
      params: { id: user.id },
      body: { email: user.email, firstName: 'A', lastName: 'B', active: false },
    });
    expect(await failureOf(signIn(user.email))).toMatchObject({ status: 403, code: 'USER_DISABLED' });
    expect(await failureOf(signIn(user.email, 'zle'))).toMatchObject({
      status: 400,
      code: 'WRONG_CREDENTIALS',
    });
    expect(await isSignedIn(user.token)).toBe(false);
  });

  it('is blocked after ten wrong attempts, even with the correct password', async () => {
    const user = await createTestUser(test);
    for (let i = 0; i < 10; i++) await failureOf(signIn(user.email, 'zgaduje'));
    expect(await failureOf(signIn(user.email))).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    await failures(test.pool);
    expect(await signIn(user.email)).toHaveProperty('refreshToken');
  });

  it('succeeds after a transaction conflict', async () => {
    const { email } = await createTestUser(test);
    await test.pool.query(`
      create sequence session_tries;
      create function lose_first_race() returns trigger language plpgsql as $$
      begin
        if nextval('session_tries') = 1 then raise exception 'lost' using errcode = '40001'; end if;
        return new;
      end $$;
      create trigger lose_first_race before insert on session for each row execute function lose_first_race()`);
    try {
      expect(await signIn(email)).toHaveProperty('refreshToken');
      const { rows } = await test.pool.query('select last_value as tries from session_tries');
      expect(rows).toEqual([{ tries: 2 }]);
    } finally {
      await test.pool.query('drop trigger lose_first_race on session');
    }
  });
});

describe('a session', () => {
  it('rotates its refresh token, and ends when a used token is sent again after the grace period', async () => {
    const user = await createTestUser(test);
    const first = await signIn(user.email);
    const second = await call(test.app, wire.refreshSession, { body: { refreshToken: first.refreshToken } });
    expect(second.refreshToken).not.toBe(first.refreshToken);
    // a second tab within the grace period gets the same next token, so that the session does not fork
    const twin = await call(test.app, wire.refreshSession, { body: { refreshToken: first.refreshToken } });
    expect(twin.refreshToken).toBe(second.refreshToken);
    await test.pool.query(
      `update refresh_token set used_at = now() - interval '1 minute' where used_at is not null`,
    );
    const stolen = call(test.app, wire.refreshSession, { body: { refreshToken: first.refreshToken } });
    expect(await failureOf(stolen)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    const own = call(test.app, wire.refreshSession, { body: { refreshToken: second.refreshToken } });
    expect(await failureOf(own)).toMatchObject({ status: 401 });
  });

  it('ends immediately when its owner signs out', async () => {
    const user = await createTestUser(test);
    const { token, refreshToken } = await signIn(user.email);
    await call(test.app, wire.signOut, { body: { refreshToken } }, { token });
    await until(async () => !(await isSignedIn(token)));
    expect(await failureOf(call(test.app, wire.refreshSession, { body: { refreshToken } }))).toMatchObject({
      status: 401,
    });
  });

  it('is listed for its owner, and cannot be ended by a different user', async () => {
    const user = await createTestUser(test);
    await signIn(user.email);
    const sessions = await user.call(wire.listOwnSessions, {});
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    await user.call(wire.endOwnSession, { body: { sessionId: other?.id ?? '' } });
    expect(await user.call(wire.listOwnSessions, {})).toHaveLength(1);
    const otherUser = await createTestUser(test);
    expect(
      await failureOf(otherUser.call(wire.endOwnSession, { body: { sessionId: sessions[0]?.id ?? '' } })),
    ).toMatchObject({ status: 400 });
  });

  it('is stored without a readable token or password', async () => {
    const user = await createTestUser(test);
    const { refreshToken } = await signIn(user.email);
    const { rows } = await test.pool.query(
      `select token_hash::text as hash from refresh_token union all select password_hash from app_user`,
    );
    const stored = rows.map(({ hash }: { hash: string }) => hash).join(' ');
    expect(stored).not.toContain(refreshToken);
    expect(stored).not.toContain(TEST_PASSWORD);
    expect(stored).toContain('$argon2id$');
  });
});

describe('a forgotten password', () => {
  it('is reset with the mailed code, and the reset ends every session', async () => {
    const user = await createTestUser(test);
    await call(test.app, wire.requestPasswordReset, { body: { email: user.email } });
    const code = await codeFor(user.email);
    const email = user.email;
    expect(await call(test.app, wire.verifyResetCode, { body: { email, code } })).toBe(true);
    const weak = call(test.app, wire.confirmPasswordReset, { body: { email, code, password: 'slabe' } });
    expect(await failureOf(weak)).toMatchObject({
      status: 400,
      code: 'VALUE_IS_WRONG',
      fields: [{ path: 'password' }],
    });
    expect(
      await call(test.app, wire.confirmPasswordReset, { body: { email, code, password: STRONG_PASSWORD } }),
    ).toBe(true);
    expect(await isSignedIn(user.token)).toBe(false);
    expect(await signIn(email, STRONG_PASSWORD)).toHaveProperty('token');
    expect(await failureOf(call(test.app, wire.verifyResetCode, { body: { email, code } }))).toMatchObject({
      code: 'WRONG_ACTIVATION_CODE',
    });
    const mail = received.find((message) => message.includes(`To: ${email}`)) ?? '';
    expect(mail).toContain('multipart/alternative');
    expect(mail).toContain('text/html');
    expect(mail).toContain('https://spichlerz.test/reset-password');
    // the row of a sent mail no longer contains the code
    const stored = async () => {
      const { rows } = await test.pool.query<{ mail: string; sentAt: string | null }>(
        `select sent_at as "sentAt", mail::text as mail from mail where recipient = $1`,
        [email],
      );
      return rows;
    };
    await until(async () => (await stored()).every(({ sentAt }) => sentAt !== null));
    expect((await stored()).map((row) => row.mail.includes(code))).toEqual([false]);
  });

  it('has the same response for a known and an unknown e-mail, and sends at most one mail a minute', async () => {
    const user = await createTestUser(test);
    for (const email of [user.email, user.email, 'nikt@spichlerz.test']) {
      expect(await call(test.app, wire.requestPasswordReset, { body: { email } })).toBe(true);
    }
    await codeFor(user.email);
    const { rows } = await test.pool.query('select recipient from mail where recipient in ($1, $2)', [
      user.email,
      'nikt@spichlerz.test',
    ]);
    expect(rows).toEqual([{ recipient: user.email }]);
  });

  it('can be reset with at most five attempts and within half an hour', async () => {
    const [user, late] = [await createTestUser(test), await createTestUser(test)];
    for (const { email } of [user, late])
      await call(test.app, wire.requestPasswordReset, { body: { email } });
    const code = await codeFor(user.email);
    for (let i = 0; i < 5; i++) {
      expect(
        await failureOf(
          call(test.app, wire.verifyResetCode, { body: { email: user.email, code: 'ZZZZZ2' } }),
        ),
      ).toMatchObject({ code: 'WRONG_ACTIVATION_CODE' });
    }
    expect(
      await failureOf(call(test.app, wire.verifyResetCode, { body: { email: user.email, code } })),
    ).toMatchObject({ status: 400, code: 'WRONG_ACTIVATION_CODE' });
    const lateCode = await codeFor(late.email);
    await test.pool.query(
      `update reset_code set created_at = now() - interval '31 minutes' where user_id = $1`,
      [late.id],
    );
    expect(
      await failureOf(call(test.app, wire.verifyResetCode, { body: { email: late.email, code: lateCode } })),
    ).toMatchObject({ code: 'WRONG_ACTIVATION_CODE' });
  });
});

describe('a reset code', () => {
  it('is void after a change of the password or the e-mail', async () => {
    const [changed, moved] = [await createTestUser(test), await createTestUser(test)];
    for (const { email } of [changed, moved])
      await call(test.app, wire.requestPasswordReset, { body: { email } });
    await changed.call(changePassword, { body: { oldPassword: TEST_PASSWORD, newPassword: OTHER_PASSWORD } });
    const email = `nowy-${moved.email}`;
    await admin.call(changeUser, {
      params: { id: moved.id },
      body: { email, firstName: 'Jan', lastName: 'A' },
    });
    for (const [now, then] of [
      [changed.email, changed.email],
      [email, moved.email],
    ] as const) {
      const body = { email: now, code: await codeFor(then), password: STRONG_PASSWORD };
      expect(await failureOf(call(test.app, wire.confirmPasswordReset, { body }))).toMatchObject({
        code: 'WRONG_ACTIVATION_CODE',
      });
    }
    // less than a minute has passed since the last mail, so none is sent
    await call(test.app, wire.requestPasswordReset, { body: { email: changed.email } });
    const { rowCount } = await test.pool.query('select from mail where recipient = $1', [changed.email]);
    expect(rowCount).toBe(1);
  });
});

describe('a password set by another user', () => {
  it('must be changed before other endpoints are allowed', async () => {
    const email = 'nowa@spichlerz.test';
    await admin.call(createUser, {
      body: {
        email,
        firstName: 'Nowa',
        lastName: 'Osoba',
        role: 'USER',
        password: STRONG_PASSWORD,
        isNotifyOnPurchase: true,
      },
    });
    const { token } = await signIn(email, STRONG_PASSWORD);
    expect(await call(test.app, wire.getMe, {}, { token })).toMatchObject({ passwordExpired: true, email });
    const wrong = call(
      test.app,
      changePassword,
      { body: { oldPassword: 'nie to', newPassword: OTHER_PASSWORD } },
      { token },
    );
    expect(await failureOf(wrong)).toMatchObject({
      status: 400,
      code: 'OLD_PASSWORD_IS_INVALID',
      fields: [{ path: 'old_password' }],
    });
    const same = call(
      test.app,
      changePassword,
      { body: { oldPassword: STRONG_PASSWORD, newPassword: STRONG_PASSWORD } },
      { token },
    );
    expect(await failureOf(same)).toMatchObject({ status: 400, fields: [{ path: 'new_password' }] });
    await call(
      test.app,
      changePassword,
      { body: { oldPassword: STRONG_PASSWORD, newPassword: OTHER_PASSWORD } },
      { token },
    );
    const next = await signIn(email, OTHER_PASSWORD);
    expect(await call(test.app, wire.getMe, {}, { token: next.token })).toMatchObject({
      passwordExpired: false,
    });
  });
});

describe('changing a user', () => {
  it("is rejected if it would change the user's own role or deactivate the last ADMIN", async () => {
    const body = { email: admin.email, firstName: 'Jan', lastName: 'A', role: 'USER' as const };
    expect(await failureOf(admin.call(changeUser, { params: { id: admin.id }, body }))).toMatchObject({
      status: 403,
      code: 'MISSING_ACCESS_PERMISSIONS',
    });
    expect(
      await failureOf(
        admin.call(changeUser, { params: { id: admin.id }, body: { ...body, role: 'ADMIN', active: false } }),
      ),
    ).toMatchObject({ code: 'MISSING_ACCESS_PERMISSIONS' });
  });
});
