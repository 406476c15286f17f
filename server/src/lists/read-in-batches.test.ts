import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../db/tx.ts';
import { userList } from '../modules/users/user-queries.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { until } from '../testing/until.ts';
import { readInBatches } from './read-in-batches.ts';

let test: TestApp;
let db: Db;

const USER_COUNT = 1_203;

beforeAll(async () => {
  test = await startTestApp();
  db = createDb(test.pool);
  await test.pool.query(
    `insert into app_user (email, first_name, last_name, role, password_hash)
     select 'kto' || n || '@spichlerz.test', 'Anna', 'Nr ' || n, 'USER', '' from generate_series(1, ${USER_COUNT}) n`,
  );
});
afterAll(() => test.close());

const listQuery = {
  search: undefined,
  orderBy: { column: 'first_name', direction: 'ASC' },
  filter: {},
} as const;
const open = () => readInBatches(db, () => userList(listQuery));
const openSnapshots = async () => {
  const { rows } = await test.pool.query<{ n: number }>(
    `select count(*) as n from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  );
  return rows[0]?.n;
};

describe('a list read in batches', () => {
  it('contains every row in order, as of the moment when it was opened', async () => {
    const { rows } = await test.pool.query<{ id: number }>('select id from app_user order by first_name, id');
    const ids: number[] = [];
    let batches = 0;
    for await (const batch of await open()) {
      if (batches++ === 0) {
        // these rows would be repeated, missed or added if the list were read page by page
        await test.pool.query(`update app_user set first_name = 'Żaneta' where last_name < 'Nr 2'`);
        await test.pool.query(`delete from app_user where last_name = 'Nr 900'`);
        await test.pool.query(
          `insert into app_user (email, first_name, last_name, role, password_hash)
           values ('nowa@spichlerz.test', 'Ala', 'Nowa', 'USER', '')`,
        );
      }
      ids.push(...batch.map(({ id }) => id));
    }
    expect(batches).toBeGreaterThan(2);
    expect(ids).toEqual(rows.map(({ id }) => id));
    expect(await openSnapshots()).toBe(0);
  });

  it('releases its connection when reading stops after the first batch, and when it is closed unread', async () => {
    for await (const batch of await open()) {
      expect(batch.length).toBeGreaterThan(0);
      expect(await openSnapshots()).toBe(1);
      break;
    }
    const unread = await open();
    expect(await openSnapshots()).toBe(1);
    await unread.close();
    await until(async () => (await openSnapshots()) === 0);
  });

  it('throws the first error, not the failure of the rollback', async () => {
    const broken = readInBatches(db, async (snapshot) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(snapshot);
      return userList(listQuery);
    });
    await expect(broken).rejects.toThrow('terminating connection');
  });

  it('runs in a read-only transaction', async () => {
    const writing = readInBatches(db, async (snapshot) => {
      await snapshot.deleteFrom('app_user').execute();
      return userList(listQuery);
    });
    await expect(writing).rejects.toThrow('read-only transaction');
    expect(await openSnapshots()).toBe(0);
  });
});
