import { getMe, signIn } from '@spichlerz/shared/wire/session';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { call } from '../testing/call.ts';
import { databaseUrlOf } from '../testing/database.ts';
import { runCommand } from '../testing/run-command.ts';
import { STRONG_PASSWORD } from '../testing/test-user.ts';

let demoApp: TestApp;
let url: string;

beforeAll(async () => {
  demoApp = await startTestApp();
  url = await databaseUrlOf(demoApp);
});
afterAll(() => demoApp.close());

const create = (args: string[], { typed, env }: { typed?: string; env?: Record<string, string> } = {}) =>
  runCommand(['create-admin', ...args], {
    typed,
    env: { NODE_ENV: 'test', ADMIN_PASSWORD: '', DATABASE_URL: url, ...env },
  });

const user = (email: string) => ['--email', email, '--first-name', 'Anna', '--last-name', 'Nowak'];
const validEnvironment = { env: { ADMIN_PASSWORD: STRONG_PASSWORD } };

test('admin:create without a required argument prints the missing arguments and the usage', async () => {
  const { code, err } = await create(['--email', 'szef@spichlerz.test']);
  expect(err).toContain('--first-name and --last-name are needed');
  expect(err).toContain('npm run admin:create --');
  expect(code).toBe(1);
});

test('admin:create lists the violated password rules', async () => {
  const { code, err } = await create(user('szef@spichlerz.test'), { typed: 'zboże\n' });
  expect(err).toBe(
    'The password lacks: at least 8 characters, a capital letter, a digit, a character that is neither letter nor digit\n',
  );
  expect(code).toBe(1);
});

test('admin:create rejects a password that is easy to guess', async () => {
  expect(await create(user('szef@spichlerz.test'), { typed: 'Haslo123!\n' })).toMatchObject({
    code: 1,
    err: 'The password is a common one or easy to guess; combine several unrelated words\n',
  });
});

test('admin:create rejects an invalid e-mail address', async () => {
  expect(await create(user('szef'), validEnvironment)).toMatchObject({
    code: 1,
    err: 'Not usable: email\n',
  });
});

test('admin:create creates a first ADMIN, and a second ADMIN only with --force', async () => {
  expect(
    await create(user(' szef@spichlerz.test'), { typed: `${STRONG_PASSWORD}\nnot this line\n` }),
  ).toEqual({
    code: 0,
    out: 'Created the ADMIN szef@spichlerz.test\n',
    err: '',
  });
  const body = { email: 'szef@spichlerz.test', password: STRONG_PASSWORD };
  const { token } = await call(demoApp.app, signIn, { body });
  expect(await call(demoApp.app, getMe, {}, { token })).toMatchObject({
    role: 'ADMIN',
    firstName: 'Anna',
    lastName: 'Nowak',
    passwordExpired: false,
  });

  const second = await create(user('drugi@spichlerz.test'), validEnvironment);
  expect(second).toMatchObject({ code: 1 });
  expect(second.err).toBe(
    'There is an active ADMIN already (szef@spichlerz.test); --force creates another one\n',
  );
  expect(await create([...user('drugi@spichlerz.test'), '--force'], validEnvironment)).toMatchObject({
    code: 0,
  });
  expect(await create([...user('DRUGI@spichlerz.test'), '--force'], validEnvironment)).toMatchObject({
    code: 1,
    err: 'A user with the e-mail DRUGI@spichlerz.test already exists\n',
  });
});
