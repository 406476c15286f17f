import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listPositions } from '@spichlerz/shared/wire/positions';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import type { Engine } from '../db/engine/engine.ts';
import { startEngine } from '../db/engine/start-engine.ts';
import { migrate } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { createDb, inTransaction } from '../db/tx.ts';
import { startMailer } from '../mail/mailer.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { DEMO_COMPANY } from '../print/company.ts';
import { createPrinter } from '../print/printer.ts';
import type { TestApp } from '../testing/app.ts';
import { makeMaterial } from '../testing/make.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';
import { until } from '../testing/until.ts';

/*
 * The database is unavailable under load for a while. Requests fail fast; calls, live changes and the mail
 * queue resume after the database returns.
 */

const OUTAGE_MS = Number(process.env['AWAY_MS'] ?? 2_000);
const CLIENTS = 8;
/** The maximum duration of a request that fails without a database. */
const FAST_FAILURE_MS = 3_000;
const log = pino({ level: 'silent' });
const folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-away-'));

let engine: Engine;
let test: TestApp;
let url = '';
let user: TestUser;
let admin: TestUser;

beforeAll(async () => {
  engine = await startEngine({ dataDir: folder, log, durable: false });
  const pool = createPool(engine.connection, 6, log);
  await migrate(pool);
  const config = {
    secret: 'a secret of tests, long enough to sign',
    trustProxy: false,
    passwordMaxAgeDays: undefined,
  };
  const printer = createPrinter();
  const app = await buildApp({ config, pool, database: engine.connection, log, printer });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const close = async () => {
    await app.close();
    await pool.end();
  };
  test = { app, pool, close };
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
});
afterAll(async () => {
  await test.close();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

type TimedResponse = { status: number; code: string | undefined; ms: number };

async function sendRequest(): Promise<TimedResponse> {
  const since = performance.now();
  const response = await fetch(`${url}/api${listPositions.path}`, {
    method: listPositions.method,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { result } = (await response.json()) as { result: { message_code?: string } };
  return { status: response.status, code: result.message_code, ms: performance.now() - since };
}

it('requests fail fast while the database is down, and succeed when the database is back', {
  timeout: 120_000,
}, async () => {
  const stream = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${admin.token}` } });
  let received = '';
  void stream.body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: (text) => {
        received += text;
      },
    }),
  );
  const mailer = startMailer({
    db: createDb(test.pool),
    log,
    environment: 'test',
    smtpUrl: undefined,
    appUrl: 'https://spichlerz.test',
    from: 'a@b.pl',
    printer: createPrinter(),
    company: DEMO_COMPANY,
  });

  const answers: TimedResponse[] = [];
  const over = new AbortController();
  const client = async () => {
    while (!over.signal.aborted) answers.push(await sendRequest());
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await until(() => answers.length > 50, 10_000);
  const lengthBefore = received.length;
  await engine.stop();
  await until(() => answers.some(({ status }) => status === 503), 10_000);
  await wait(OUTAGE_MS);
  const whileAway = answers.length;
  engine = await startEngine({ dataDir: folder, log, durable: false });
  await until(async () => (await sendRequest()).status === 200, 15_000);
  over.abort();
  await Promise.all(clients);

  expect(whileAway).toBeGreaterThan(0);
  const rejected = answers.filter(({ status }) => status !== 200);
  expect(new Set(rejected.map(({ status, code }) => `${status} ${code}`))).toEqual(
    new Set(['503 MISSING_DATABASE']),
  );
  expect(Math.max(...rejected.map(({ ms }) => ms))).toBeLessThan(FAST_FAILURE_MS);

  // the listener reconnects, and the screens reload what changed during the outage
  await until(() => received.slice(lengthBefore).includes('event: reload'), 15_000);
  const before = received.length;
  await makeMaterial(admin);
  await until(() => received.slice(before).includes('"topic":"material"'), 5_000);

  const db = createDb(test.pool);
  await inTransaction(db, (tx) =>
    queueMail(tx, { entity: 'user', entityId: user.id }, ['po@przerwie.test'], {
      subject: 'Po przerwie',
      text: 'Tekst',
      html: '<p>Tekst</p>',
    }),
  );
  const isSent = async () => {
    const mails = await db.selectFrom('mail').where('sent_at', 'is not', null).select('id').execute();
    return mails.length === 1;
  };
  await until(isSent, 30_000);
  await mailer.stop();
});
