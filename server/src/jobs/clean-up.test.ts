import { Writable } from 'node:stream';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { getMe, refreshSession, signIn, signOut } from '@spichlerz/shared/wire/session';
import { type Logger, pino } from 'pino';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { withDatabaseName } from '../db/database-target.ts';
import { createPool } from '../db/pool.ts';
import { createDb } from '../db/tx.ts';
import { withClient } from '../db/with-client.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { call, failureOf } from '../testing/call.ts';
import { makeContract, makeMaterial } from '../testing/make.ts';
import { createTestUser, TEST_PASSWORD, type TestUser } from '../testing/test-user.ts';
import { until } from '../testing/until.ts';
import { startCleanUp } from './clean-up.ts';

const silentLog = pino({ level: 'silent' });

let test: TestApp;
let user: TestUser;
let started: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
});
afterEach(async () => {
  for (const part of started) await part.stop();
  started = [];
  await test.close();
});

function startTestCleanUp(pool = test.pool, log: Logger = silentLog) {
  const cleanUp = startCleanUp({ db: createDb(pool), log, intervalMs: 20 });
  started.push(cleanUp);
  return cleanUp;
}

/** Polls long enough for a busy test machine. */
const POLL = { timeout: 10_000, interval: 10 };

const query = (sql: string, ...values: unknown[]) => test.pool.query<{ n: number }>(sql, values);

async function countOf(table: string, where = 'true'): Promise<number> {
  const { rows } = await query(`select count(*) as n from ${table} where ${where}`);
  return rows[0]?.n ?? 0;
}

/** Inserts change events of two days ago. */
const insertOldChanges = (changes: number) =>
  query(
    `insert into change_event (topic, ids, at)
     select 'contract', '{}', now() - interval '2 days' from generate_series(1, $1::int)`,
    changes,
  );
const IS_OLD_CHANGE = "at < now() - interval '1 day'";

const createSupplier = (key: string, nip: string) =>
  user.call(
    contractors.purchase.create,
    { body: { companyName: `Firma ${nip}`, lastName: 'Siewna', nip } },
    { headers: { 'idempotency-key': key } },
  );

it('the clean-up deletes idempotency keys after a day and keeps newer ones', async () => {
  await createSupplier('wczoraj', '1111111111');
  await query("update idempotency_key set created_at = now() - interval '25 hours'");
  const today = await createSupplier('dzis', '2222222222');
  startTestCleanUp();
  await expect.poll(() => countOf('idempotency_key'), POLL).toBe(1);
  expect(await createSupplier('dzis', '2222222222')).toEqual(today);
});

it('the clean-up deletes expired rows in more than one batch', async () => {
  await query(
    `insert into idempotency_key (user_id, call, key, created_at)
     select $1, 'call', n::text, now() - interval '2 days' from generate_series(1, 12000) as n`,
    user.id,
  );
  startTestCleanUp();
  await expect.poll(() => countOf('idempotency_key'), POLL).toBe(0);
});

it('the clean-up deletes change events after a day and keeps newer ones', async () => {
  await insertOldChanges(3);
  await createSupplier('klucz', '3333333333');
  startTestCleanUp();
  await expect.poll(() => countOf('change_event'), POLL).toBe(1);
});

it('the clean-up deletes sessions that ended or were used long ago, and the expired tokens of live sessions', async () => {
  const session = () => call(test.app, signIn, { body: { email: user.email, password: TEST_PASSWORD } });
  const [ended, unused, live] = [await session(), await session(), await session()];
  await call(test.app, signOut, {}, { token: ended.token });
  const ofToken = "token_hash = sha256(convert_to($1, 'UTF8'))";
  const age = (column: string, refreshToken: string) =>
    query(
      `update session set ${column} = now() - interval '31 days'
       where id = (select session_id from refresh_token where ${ofToken})`,
      refreshToken,
    );
  await age('ended_at', ended.refreshToken);
  await age('last_used_at', unused.refreshToken);
  const second = await call(test.app, refreshSession, { body: { refreshToken: live.refreshToken } });
  const third = await call(test.app, refreshSession, { body: { refreshToken: second.refreshToken } });
  await query("update refresh_token set used_at = now() - interval '1 hour' where used_at is not null");
  await query(`update refresh_token set expires_at = now() where ${ofToken}`, live.refreshToken);
  startTestCleanUp();
  // the session of `user` has one token, the live session two
  await expect.poll(() => countOf('session'), POLL).toBe(2);
  await expect.poll(() => countOf('refresh_token'), POLL).toBe(3);
  expect(await call(test.app, getMe, {}, { token: third.token })).toMatchObject({ id: user.id });
  // reuse of a used token still ends the session
  expect(
    await failureOf(call(test.app, refreshSession, { body: { refreshToken: second.refreshToken } })),
  ).toMatchObject({ status: 401 });
  expect(
    await failureOf(call(test.app, refreshSession, { body: { refreshToken: third.refreshToken } })),
  ).toMatchObject({ status: 401 });
});

it('the clean-up deletes failed sign-ins that are older than an hour', async () => {
  await query(
    `insert into sign_in_failure (account, address, at) select 'ktos', '192.0.2.1', now() - n * interval '11 minutes'
     from generate_series(1, 12) as n`,
  );
  await call(test.app, signIn, { body: { email: user.email, password: TEST_PASSWORD } });
  expect(await countOf('sign_in_failure')).toBe(12);
  startTestCleanUp();
  await expect.poll(() => countOf('sign_in_failure'), POLL).toBe(5);
});

it('the clean-up deletes mails to users 90 days after sending or expiry, but no queued mail and no mail about a contract', async () => {
  const contractId = await makeContract(
    user,
    'purchase',
    await makeMaterial(await createTestUser(test, 'ADMIN')),
    {
      emailNotificationList: ['jan@polny.test'],
    },
  );
  await query(
    `insert into mail (recipient, subject, text_body, html_body, entity, entity_id)
     select name, '', '', '', 'user', $1 from unnest(array['stary', 'nowy', 'czeka', 'przepadl']) as name`,
    user.id,
  );
  await query(
    "update mail set sent_at = now() - interval '91 days' where recipient in ('stary', 'jan@polny.test')",
  );
  await query("update mail set sent_at = now() where recipient = 'nowy'");
  await query("update mail set expires_at = now() - interval '91 days' where recipient = 'przepadl'");
  startTestCleanUp();
  await expect.poll(() => countOf('mail', "recipient in ('stary', 'przepadl')"), POLL).toBe(0);
  const { rows } = await test.pool.query('select recipient, entity_id from mail order by recipient');
  expect(rows).toEqual([
    { recipient: 'czeka', entity_id: user.id },
    { recipient: 'jan@polny.test', entity_id: contractId },
    { recipient: 'nowy', entity_id: user.id },
  ]);
});

it('the clean-up skips locked rows until the next run', async () => {
  await insertOldChanges(3);
  const other = await test.pool.connect();
  await other.query('begin');
  await other.query(`select from change_event where ${IS_OLD_CHANGE} limit 1 for update`);
  startTestCleanUp();
  await expect.poll(() => countOf('change_event', IS_OLD_CHANGE), POLL).toBe(1);
  await other.query('commit');
  other.release();
  await expect.poll(() => countOf('change_event', IS_OLD_CHANGE), POLL).toBe(0);
});

it('the clean-up deletes nothing while another server runs the clean-up', async () => {
  await insertOldChanges(3);
  const other = await test.pool.connect();
  await other.query('select pg_advisory_lock(7410003)');
  let tries = 0;
  test.pool.on('acquire', () => {
    tries += 1;
  });
  startTestCleanUp();
  await until(() => tries > 10, POLL.timeout);
  const { rows } = await other.query(`select count(*) as n from change_event where ${IS_OLD_CHANGE}`);
  expect(rows).toEqual([{ n: 3 }]);
  other.release(true);
  await expect.poll(() => countOf('change_event', IS_OLD_CHANGE), POLL).toBe(0);
});

it('the clean-up continues after a database outage, and can be stopped during an outage', async () => {
  await insertOldChanges(3);
  const { target } = inject('testServer');
  const { rows } = await test.pool.query<{ name: string }>('select current_database() as name');
  const name = rows[0]?.name ?? '';
  const open = (isOpen: boolean) =>
    withClient(target, (client) => client.query(`alter database ${name} allow_connections ${isOpen}`));
  let warnings = 0;
  const count = new Writable({
    write(_line, _encoding, done) {
      warnings += 1;
      done();
    },
  });
  const log = pino({ level: 'warn' }, count);
  const pool = createPool(withDatabaseName(target, name), 2, silentLog);
  await open(false);
  const ending = startTestCleanUp(pool, log);
  await until(() => warnings > 0, POLL.timeout);
  await ending.stop();
  startTestCleanUp(pool, log);
  const before = warnings;
  await until(() => warnings > before, POLL.timeout);
  await open(true);
  await expect.poll(() => countOf('change_event', IS_OLD_CHANGE), POLL).toBe(0);
  for (const part of started) await part.stop();
  await pool.end();
});
