import * as wire from '@spichlerz/shared/wire/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDb, inTransaction, type Tx } from '../db/tx.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { call, failureOf } from '../testing/call.ts';
import { createTestUser, STRONG_PASSWORD, TEST_PASSWORD } from '../testing/test-user.ts';
import { until } from '../testing/until.ts';
import { countWaiting, runDuring } from '../testing/while-locked.ts';
import { setPassword } from './password-commands.ts';
import { endSessionsOf } from './session-commands.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const CHANGES: [string, (tx: Tx, id: number) => Promise<unknown>, object][] = [
  [
    'a new password',
    (tx, id) => setPassword(tx, id, STRONG_PASSWORD, false),
    { status: 400, code: 'WRONG_CREDENTIALS' },
  ],
  [
    'a deactivation of the user',
    (tx, id) => tx.updateTable('app_user').set({ active: false }).where('id', '=', id).execute(),
    { status: 403, code: 'USER_DISABLED' },
  ],
];

it.each(CHANGES)('%s during a sign-in makes the sign-in fail', async (_, change, failure) => {
  const { id, email } = await createTestUser(test);
  const attempt = { isOver: false, result: Promise.resolve<object>({}) };
  await inTransaction(createDb(test.pool), async (tx) => {
    await change(tx, id);
    await endSessionsOf(tx, id);
    const signingIn = call(test.app, wire.signIn, {
      body: { email, password: TEST_PASSWORD },
    });
    attempt.result = failureOf(signingIn);
    void attempt.result.catch(() => undefined).finally(() => (attempt.isOver = true));
    await until(async () => attempt.isOver || (await countWaiting(test.pool)) !== 0);
  });
  expect(await attempt.result).toMatchObject(failure);
  const live = await test.pool.query('select from session where user_id = $1 and ended_at is null', [id]);
  expect(live.rowCount).toBe(0);
});

it('a reset code is not sent to an e-mail address that is replaced during the request', async () => {
  const { id, email } = await createTestUser(test);
  await runDuring(
    test.pool,
    {
      before: (other) => other.query("update app_user set email = 'nowy@spichlerz.test' where id = $1", [id]),
    },
    () => call(test.app, wire.requestPasswordReset, { body: { email } }),
  );
  expect((await test.pool.query('select from mail where recipient = $1', [email])).rowCount).toBe(0);
});
