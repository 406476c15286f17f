import { sql } from 'kysely';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createPool } from './pool.ts';
import { NO_TIMEOUT, PREPARED, withPreparedStatements } from './prepared-statements.ts';
import { createDb, type Db, inTransaction } from './tx.ts';

let database: TestDatabase;
let pool: Pool;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  // A pool of one connection, so that all statements are prepared on it.
  pool = createPool(database.target, 1, pino({ level: 'silent' }));
  db = createDb(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query(
    'drop table if exists sack; create table sack (kg integer); insert into sack values (25), (50)',
  );
});

const selectSacks = async (reader: Db, least: number) =>
  (await sql<{ kg: number }>`select * from sack where kg >= ${least} order by kg`.execute(reader)).rows;

async function selectNothing() {
  await sql`select * from nothing`.execute(db);
}

async function preparedTexts(): Promise<string[]> {
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement);
}

describe('prepared statements', () => {
  it('are parsed once for all values of their parameters', async () => {
    expect(await selectSacks(db, 30)).toEqual([{ kg: 50 }]);
    expect(await selectSacks(db, 20)).toEqual([{ kg: 25 }, { kg: 50 }]);
    expect((await preparedTexts()).filter((text) => text.includes('from sack'))).toHaveLength(1);
  });

  it('are shared by all Kysely instances of a pool', async () => {
    await selectSacks(db, 20);
    expect(await selectSacks(createDb(pool), 30)).toEqual([{ kg: 50 }]);
    expect((await preparedTexts()).filter((text) => text.includes('from sack'))).toHaveLength(1);
  });

  it('are prepared again after a table has got a new column', async () => {
    await selectSacks(db, 30);
    await pool.query('alter table sack add column torn boolean not null default false');
    expect(await selectSacks(db, 30)).toEqual([{ kg: 50, torn: false }]);
  });

  it('cause a retry of their transaction when the table has changed', async () => {
    await selectSacks(db, 30);
    await pool.query('alter table sack add column torn boolean not null default false');
    const rows = await inTransaction(db, async (tx) => {
      await sql`update sack set kg = kg + ${1}`.execute(tx);
      return selectSacks(tx, 30);
    });
    expect(rows).toEqual([{ kg: 51, torn: false }]);
  });

  it('fail with the stack trace of the caller', async () => {
    const rejected: unknown = await selectNothing().catch((error: unknown) => error);
    expect(rejected).toMatchObject({ code: '42P01', stack: expect.stringContaining('selectNothing') });
  });

  it('are limited in number per connection; further statements run unprepared', async () => {
    const before = (await preparedTexts()).length;
    expect(await doubledValue(400)).toEqual(Array.from({ length: 400 }, (_, n) => 2 * n));
    expect((await preparedTexts()).length).toBeLessThanOrEqual(before + 300);
  });

  it('of list queries count towards a separate limit', async () => {
    const another = createPool(database.target, 1, pino({ level: 'silent' }));
    const before = createDb(another);
    await doubledValue(400, before, sql.raw(PREPARED));
    await sql`select 'of no list'`.execute(before);
    const { rows } = await another.query<{ statement: string }>(
      'select statement from pg_prepared_statements',
    );
    await another.end();
    expect(rows.filter(({ statement }) => statement.startsWith(PREPARED))).toHaveLength(200);
    expect(rows.filter(({ statement }) => statement.includes('of no list'))).toHaveLength(1);
  });
});

/** Runs `count` statements, each with a different text. */
async function doubledValue(count: number, handle: Db = db, beginning = sql.raw('')): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < count; n++) {
    const { rows } = await sql<{ n: number }>`${beginning} select ${n}::integer + ${sql.lit(n)} as n`.execute(
      handle,
    );
    found.push(...rows.map((row) => row.n));
  }
  return found;
}

describe('a database that does not respond', () => {
  it('makes the statement fail and closes its connection; the next statement gets a new connection', async () => {
    const few = createPool(database.target, 1, pino({ level: 'silent' }));
    withPreparedStatements(few, 200);
    const reader = createDb(few);
    const silent = sql`select pg_sleep(10)`;
    await expect(silent.execute(reader)).rejects.toThrow('Connection terminated');
    await expect(inTransaction(reader, (tx) => silent.execute(tx))).rejects.toThrow(/terminated|closed/);
    expect(await selectSacks(reader, 50)).toEqual([{ kg: 50 }]);
    const patient = sql<{ a: number }>`${sql.raw(NO_TIMEOUT)} select 1 as a from pg_sleep(0.4)`;
    expect((await patient.execute(reader)).rows).toEqual([{ a: 1 }]);
    await few.end();
  });
});
