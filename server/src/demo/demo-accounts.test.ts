import { getMe, signIn } from '@spichlerz/shared/wire/session';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { call, failureOf } from '../testing/call.ts';
import { databaseUrlOf } from '../testing/database.ts';
import { runCommand } from '../testing/run-command.ts';
import { createTestUser, STRONG_PASSWORD, TEST_PASSWORD } from '../testing/test-user.ts';
import { until } from '../testing/until.ts';

let demoApp: TestApp;
let url: string;

beforeAll(async () => {
  demoApp = await startTestApp();
  url = await databaseUrlOf(demoApp);
});
afterAll(() => demoApp.close());

const run = (...command: [string, ...string[]]) =>
  runCommand(command, {
    env: {
      NODE_ENV: 'production',
      DEMO: '',
      LOG_LEVEL: 'silent',
      SECRET: 'f3a9c07be1d8264550b7d21c9e4a6f38',
      DATABASE_URL: url,
      ADMIN_PASSWORD: STRONG_PASSWORD,
    },
  });

test('a production server does not start while active accounts have the published password; demo:close deactivates these accounts', async () => {
  const [admin, trader] = [await createTestUser(demoApp, 'ADMIN'), await createTestUser(demoApp)];
  const former = await createTestUser(demoApp);
  await demoApp.pool.query('update app_user set active = false where id = $1', [former.id]);

  expect(await run('main')).toEqual({
    code: 1,
    out: '',
    err: `The published password of the demo company still works for ${admin.email} and 1 more; create your own administrator with "npm run admin:create -- --force" and close them with "npm run demo:close"\n`,
  });
  const alone = await run('close-demo');
  expect(alone).toMatchObject({ code: 1, out: '' });
  expect(alone.err).toMatch(
    /^There is no active administrator .* "npm run admin:create -- --force" first\n$/,
  );
  expect(await call(demoApp.app, getMe, {}, { token: trader.token })).toMatchObject({ email: trader.email });

  const own = ['--email', 'szef@firma.pl', '--first-name', 'Anna', '--last-name', 'Nowak', '--force'];
  expect(await run('create-admin', ...own)).toMatchObject({ code: 0 });
  expect(await run('close-demo')).toEqual({
    code: 0,
    out: `Deactivated ${admin.email}\nDeactivated ${trader.email}\n`,
    err: '',
  });
  for (const { email } of [admin, trader]) {
    const body = { email, password: TEST_PASSWORD };
    expect(await failureOf(call(demoApp.app, signIn, { body }))).toMatchObject({ code: 'USER_DISABLED' });
  }
  await until(async () => {
    const reply = await demoApp.app.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${trader.token}` },
    });
    return reply.statusCode === 401;
  });
  const body = { email: 'szef@firma.pl', password: STRONG_PASSWORD };
  expect(await call(demoApp.app, signIn, { body })).toHaveProperty('token');
  expect(await run('close-demo')).toMatchObject({
    code: 0,
    out: 'No account has the published password\n',
  });
});
