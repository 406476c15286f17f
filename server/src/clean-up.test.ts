import { Writable } from 'node:stream';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { getMe, refreshSession, signIn, signOut } from '@spichlerz/shared/wire/session';
import { type Logger, pino } from 'pino';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { startCleanUp } from './clean-up.ts';
import { atDatabase } from './db/database-target.ts';
import { createPool } from './db/pool.ts';
import { createDb } from './db/tx.ts';
import { withClient } from './db/with-client.ts';
import { startTestApp, type TestApp } from './testing/app.ts';
import { as, type Person, TEST_PASSWORD } from './testing/as.ts';
import { call, refusal } from './testing/call.ts';
import { makeContract, makeMaterial } from './testing/make.ts';
import { until } from './testing/until.ts';

const silent = pino({ level: 'silent' });

let test: TestApp;
let person: Person;
let running: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  test = await startTestApp();
  person = await as(test);
});
afterEach(async () => {
  for (const part of running) await part.stop();
  running = [];
  await test.close();
});

function start(pool = test.pool, log: Logger = silent) {
  const cleanUp = startCleanUp({ db: createDb(pool), log, everyMs: 20 });
  running.push(cleanUp);
  return cleanUp;
}

/** The machine may be busy with something else. */
const SOON = { timeout: 10_000, interval: 10 };

const run = (sql: string, ...values: unknown[]) => test.pool.query<{ n: number }>(sql, values);

async function countOf(table: string, where = 'true'): Promise<number> {
  const { rows } = await run(`select count(*) as n from ${table} where ${where}`);
  return rows[0]?.n ?? 0;
}

/** So many changes of the day before yesterday. */
const tellLongAgo = (changes: number) =>
  run(
    `insert into change_event (topic, ids, at)
     select 'contract', '{}', now() - interval '2 days' from generate_series(1, $1::int)`,
    changes,
  );
const OLD_CHANGE = "at < now() - interval '1 day'";

const create = (key: string, nip: string) =>
  person.call(
    contractors.purchase.create,
    { body: { companyName: `Firma ${nip}`, lastName: 'Siewna', nip } },
    { headers: { 'idempotency-key': key } },
  );

it('forgets the keys of yesterday and keeps those of today', async () => {
  await create('wczoraj', '1111111111');
  await run("update idempotency_key set created_at = now() - interval '25 hours'");
  const today = await create('dzis', '2222222222');
  start();
  await expect.poll(() => countOf('idempotency_key'), SOON).toBe(1);
  expect(await create('dzis', '2222222222')).toEqual(today);
});

it('forgets them however many there are', async () => {
  await run(
    `insert into idempotency_key (user_id, call, key, created_at)
     select $1, 'call', n::text, now() - interval '2 days' from generate_series(1, 12000) as n`,
    person.id,
  );
  start();
  await expect.poll(() => countOf('idempotency_key'), SOON).toBe(0);
});

it('forgets changes that were told long ago, and no others', async () => {
  await tellLongAgo(3);
  await create('klucz', '3333333333');
  start();
  await expect.poll(() => countOf('change_event'), SOON).toBe(1);
});

it('forgets sessions that are long over, and what a live one no longer needs', async () => {
  const session = () => call(test.app, signIn, { body: { email: person.email, password: TEST_PASSWORD } });
  const [ended, unused, live] = [await session(), await session(), await session()];
  await call(test.app, signOut, {}, { token: ended.token });
  const ofToken = "token_hash = sha256(convert_to($1, 'UTF8'))";
  const age = (column: string, refreshToken: string) =>
    run(
      `update session set ${column} = now() - interval '31 days'
       where id = (select session_id from refresh_token where ${ofToken})`,
      refreshToken,
    );
  await age('ended_at', ended.refreshToken);
  await age('last_used_at', unused.refreshToken);
  const second = await call(test.app, refreshSession, { body: { refreshToken: live.refreshToken } });
  const third = await call(test.app, refreshSession, { body: { refreshToken: second.refreshToken } });
  await run("update refresh_token set used_at = now() - interval '1 hour' where used_at is not null");
  await run(`update refresh_token set expires_at = now() where ${ofToken}`, live.refreshToken);
  start();
  // the session of `person` with one token, and the live one with two
  await expect.poll(() => countOf('session'), SOON).toBe(2);
  await expect.poll(() => countOf('refresh_token'), SOON).toBe(3);
  expect(await call(test.app, getMe, {}, { token: third.token })).toMatchObject({ id: person.id });
  // a thief who comes with the used one still ends the session
  expect(
    await refusal(call(test.app, refreshSession, { body: { refreshToken: second.refreshToken } })),
  ).toMatchObject({ status: 401 });
  expect(
    await refusal(call(test.app, refreshSession, { body: { refreshToken: third.refreshToken } })),
  ).toMatchObject({ status: 401 });
});

it('forgets wrong sign-ins that no longer count, which no sign-in has to do', async () => {
  await run(
    `insert into sign_in_failure (account, address, at) select 'ktos', '192.0.2.1', now() - n * interval '11 minutes'
     from generate_series(1, 12) as n`,
  );
  await call(test.app, signIn, { body: { email: person.email, password: TEST_PASSWORD } });
  expect(await countOf('sign_in_failure')).toBe(12);
  start();
  await expect.poll(() => countOf('sign_in_failure'), SOON).toBe(5);
});

it('forgets old codes to reset a password, sent or not, and no message that waits or that a contract shows', async () => {
  const contractId = await makeContract(person, 'purchase', await makeMaterial(await as(test, 'ADMIN')), {
    emailNotificationList: ['jan@polny.test'],
  });
  await run(
    `insert into mail (recipient, subject, text_body, html_body, entity, entity_id)
     select name, '', '', '', 'user', $1 from unnest(array['stary', 'nowy', 'czeka', 'przepadl']) as name`,
    person.id,
  );
  await run(
    "update mail set sent_at = now() - interval '91 days' where recipient in ('stary', 'jan@polny.test')",
  );
  await run("update mail set sent_at = now() where recipient = 'nowy'");
  await run("update mail set expires_at = now() - interval '91 days' where recipient = 'przepadl'");
  start();
  await expect.poll(() => countOf('mail', "recipient in ('stary', 'przepadl')"), SOON).toBe(0);
  const { rows } = await test.pool.query('select recipient, entity_id from mail order by recipient');
  expect(rows).toEqual([
    { recipient: 'czeka', entity_id: person.id },
    { recipient: 'jan@polny.test', entity_id: contractId },
    { recipient: 'nowy', entity_id: person.id },
  ]);
});

it('leaves what somebody works on for the next time', async () => {
  await tellLongAgo(3);
  const other = await test.pool.connect();
  await other.query('begin');
  await other.query(`select from change_event where ${OLD_CHANGE} limit 1 for update`);
  start();
  await expect.poll(() => countOf('change_event', OLD_CHANGE), SOON).toBe(1);
  await other.query('commit');
  other.release();
  await expect.poll(() => countOf('change_event', OLD_CHANGE), SOON).toBe(0);
});

it('waits for its turn while another server is at it', async () => {
  await tellLongAgo(3);
  const other = await test.pool.connect();
  await other.query('select pg_advisory_lock(7410003)');
  let tries = 0;
  test.pool.on('acquire', () => {
    tries += 1;
  });
  start();
  await until(() => tries > 10, SOON.timeout);
  const { rows } = await other.query(`select count(*) as n from change_event where ${OLD_CHANGE}`);
  expect(rows).toEqual([{ n: 3 }]);
  other.release(true);
  await expect.poll(() => countOf('change_event', OLD_CHANGE), SOON).toBe(0);
});

it('outlives a database that is away, and ends while it is', async () => {
  await tellLongAgo(3);
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
  const pool = createPool(atDatabase(target, name), 2, silent);
  await open(false);
  const ending = start(pool, log);
  await until(() => warnings > 0, SOON.timeout);
  await ending.stop();
  start(pool, log);
  const before = warnings;
  await until(() => warnings > before, SOON.timeout);
  await open(true);
  await expect.poll(() => countOf('change_event', OLD_CHANGE), SOON).toBe(0);
  for (const part of running) await part.stop();
  await pool.end();
});
