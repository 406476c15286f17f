import { Writable } from 'node:stream';
import * as wire from '@spichlerz/shared/wire/session';
import { changePassword, changeUser, createUser } from '@spichlerz/shared/wire/users';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { createPool } from '../db/pool.ts';
import { createDb } from '../db/tx.ts';
import { startMailer } from '../mail/mailer.ts';
import { DEMO_COMPANY } from '../print/company.ts';
import { createPrinter } from '../print/printer.ts';
import { call, failureOf } from '../testing/call.ts';
import { createTestDatabase } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { createTestUser, STRONG_PASSWORD, TEST_PASSWORD } from '../testing/test-user.ts';

/* Tests that secrets appear neither in our log nor in URLs, which proxies log. */

let app: Awaited<ReturnType<typeof buildApp>>;
let close: () => Promise<void>;
let test: Parameters<typeof createTestUser>[0];
let logOutput = '';
/** Sends the due e-mails, as production does. */
let sendMails: (smtpUrl: string | undefined) => Promise<void>;

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logOutput += chunk.toString();
      done();
    },
  });
  const log = pino({ level: 'trace' }, sink);
  const database = await createTestDatabase();
  const pool = createPool(database.target, 4, log);
  const config = {
    secret: 'a secret of tests, long enough to sign',
    trustProxy: false,
    passwordMaxAgeDays: undefined,
    environment: 'production' as const,
  };
  const printer = createPrinter();
  app = await buildApp({ config, pool, database: database.target, log, printer });
  await app.ready();
  sendMails = async (smtpUrl) => {
    const { environment } = config;
    const from = 'spichlerz@spichlerz.test';
    const appUrl = 'https://spichlerz.test';
    const db = createDb(pool);
    const mailer = startMailer({
      db,
      log,
      environment,
      smtpUrl,
      appUrl,
      from,
      printer,
      company: DEMO_COMPANY,
    });
    // Stopping waits for the current e-mail.
    await mailer.stop();
  };
  close = async () => {
    await app.close();
    await pool.end();
    await database.drop();
  };
  test = { app, pool, close };
});
afterAll(() => close());

it('the log contains no token, password, reset code, search text or e-mail address', async () => {
  const admin = await createTestUser(test, 'ADMIN');
  const user = await createTestUser(test);
  const first = await call(app, wire.signIn, {
    body: { email: user.email, password: TEST_PASSWORD },
  });
  const { token, refreshToken } = await call(app, wire.refreshSession, { body: first });
  const secrets = {
    wrong: 'ZlePodane7!',
    next: `Nastepne-${STRONG_PASSWORD}`,
    reset: `Zmienione-${STRONG_PASSWORD}`,
    given: `Nadane-${STRONG_PASSWORD}`,
    search: 'szukanenazwisko',
    unknown: 'nieznany-zeton',
  };
  await call(app, wire.getMe, {}, { token });
  await failureOf(call(app, wire.getMe, {}, { token: `${secrets.unknown}.b.c` }));
  await failureOf(call(app, wire.signIn, { body: { email: user.email, password: secrets.wrong } }));
  await failureOf(call(app, wire.refreshSession, { body: { refreshToken: secrets.unknown } }));
  const change = { oldPassword: secrets.wrong, newPassword: secrets.next };
  await failureOf(call(app, changePassword, { body: change }, { token }));
  await call(app, changePassword, { body: { ...change, oldPassword: TEST_PASSWORD } }, { token });
  await call(app, wire.requestPasswordReset, { body: { email: user.email } });
  await sendMails(undefined);
  expect(await queuedMails()).toMatchObject([{ recipient: user.email, tries: 0, sent_at: null }]);
  await sendMails(`smtp://127.0.0.1:${await freePort()}`);
  const [mail] = await queuedMails();
  expect(mail).toMatchObject({ recipient: user.email, tries: 1, sent_at: null });
  const code = mail?.subject.slice(0, 6) ?? '';
  const reset = { email: user.email, code: 'ZZZZZ2' };
  await failureOf(call(app, wire.verifyResetCode, { body: reset }));
  await failureOf(call(app, wire.confirmPasswordReset, { body: { ...reset, password: secrets.next } }));
  await call(app, wire.verifyResetCode, { body: { ...reset, code } });
  await call(app, wire.confirmPasswordReset, { body: { ...reset, code, password: secrets.reset } });
  const named = { email: 'nowy@spichlerz.test', firstName: 'Jan', lastName: 'Nowy', role: 'USER' as const };
  const { id } = await admin.call(createUser, { body: { ...named, password: secrets.given } });
  await failureOf(admin.call(createUser, { body: { ...named, password: secrets.given } }));
  await admin.call(changeUser, { params: { id }, body: { ...named, password: secrets.next } });
  // Raw requests: broken JSON, a token in a URL, a search.
  const payload = `{"password":"${secrets.wrong}`;
  const headers = { 'content-type': 'application/json' };
  await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload });
  await app.inject({ url: `/api/nothing?token=${token}` });
  await app.inject({ url: `/api/contract/get-sales-list?search=${secrets.search}` });

  expect(logOutput).toContain('/api/auth/login');
  expect(logOutput).toContain('Sending a mail failed and will be retried');
  const handedOut = [TEST_PASSWORD, code, reset.code, token, refreshToken, first.refreshToken];
  for (const secret of [...Object.values(secrets), ...handedOut]) {
    expect({ secret, isLogged: logOutput.includes(secret) }).toEqual({ secret, isLogged: false });
  }
  expect(logOutput).not.toContain(user.email);
});

it('an expired reset code is not sent', async () => {
  const user = await createTestUser(test);
  await call(app, wire.requestPasswordReset, { body: { email: user.email } });
  const age = (by: string) =>
    test.pool.query('update mail set expires_at = expires_at - $1::interval where recipient = $2', [
      by,
      user.email,
    ]);
  const smtpUrl = `smtp://127.0.0.1:${await freePort()}`;
  await age('31 minutes');
  await sendMails(smtpUrl);
  const waiting = async () => (await queuedMails()).find(({ recipient }) => recipient === user.email);
  expect(await waiting()).toMatchObject({ tries: 0, sent_at: null });
  await age('-5 minutes');
  await sendMails(smtpUrl);
  expect(await waiting()).toMatchObject({ tries: 1, sent_at: null });
});

type QueuedMail = { recipient: string; subject: string; tries: number; sent_at: string | null };

async function queuedMails(): Promise<QueuedMail[]> {
  return (await test.pool.query<QueuedMail>('select recipient, subject, tries, sent_at from mail')).rows;
}

it('no URL has a parameter for a secret', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
  }>();
  const named = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters = [] }) => parameters)
    .filter((parameter) => parameter.in !== 'header')
    .map(({ name }) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => /token|password|secret/i.test(name))).toEqual([]);
});
