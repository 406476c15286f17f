import { createRawMaterial } from '@spichlerz/shared/wire/materials';
import { signIn } from '@spichlerz/shared/wire/session';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import { createPool } from '../db/pool.ts';
import { createPrinter } from '../print/printer.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { call, failureOf } from '../testing/call.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';

let test: TestApp;
let admin: TestUser;
beforeAll(async () => {
  test = await startTestApp();
  admin = await createTestUser(test, 'ADMIN');
  await test.pool.query('create table test_failure (code text)');
  await test.pool.query(`create function test_fail() returns trigger language plpgsql as $$
    begin
      raise exception 'failed' using errcode = (select code from test_failure);
    end $$`);
  await test.pool.query(
    'create trigger test_fail before insert on raw_material for each row execute function test_fail()',
  );
});
afterAll(() => test.close());

it.each([
  ['a full disk', '53100', 503, 'MISSING_DATABASE'],
  ['no memory left', '53200', 503, 'MISSING_DATABASE'],
  ['a statement timeout', '57014', 503, 'MISSING_DATABASE'],
  ['repeated serialization failures', '40001', 503, 'MISSING_DATABASE'],
  ['an error of the program', '22012', 500, 'SQL_ERROR'],
])('%s (SQLSTATE %s) returns %i %s', async (_, sqlState, status, code) => {
  await test.pool.query('delete from test_failure');
  await test.pool.query('insert into test_failure values ($1)', [sqlState]);
  const create = admin.call(createRawMaterial, { body: { name: 'Żyto', qualityOptions: [] } });
  expect(await failureOf(create)).toMatchObject({ status, code });
});

it('an unresolvable database host is reported as MISSING_DATABASE', async () => {
  const database = 'postgres://app@gone.invalid/spichlerz';
  const log = pino({ level: 'silent' });
  const pool = createPool(database, 1, log);
  const config = {
    secret: 'a secret of tests, long enough to sign',
    trustProxy: false,
    passwordMaxAgeDays: undefined,
  };
  const app = await buildApp({ config, pool, database, log, printer: createPrinter() });
  onTestFinished(async () => {
    await app.close();
    await pool.end();
  });
  const attempt = call(app, signIn, { body: { email: 'kto@spichlerz.test', password: 'Spichlerz1!' } });
  expect(await failureOf(attempt)).toMatchObject({ status: 503, code: 'MISSING_DATABASE' });
});
