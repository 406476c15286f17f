import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  onTestFinished,
} from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { until } from '../testing/until.ts';
import { withDatabaseName } from './database-target.ts';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';
import { withClient } from './with-client.ts';

const log = pino({ level: 'silent' });

it('an ordinary role that owns its database runs every migration', async () => {
  const { target } = inject('testServer');
  const name = `ordinary_${process.pid}`;
  const asSuperuser = (...statements: string[]) =>
    withClient(target, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  await asSuperuser(
    `create role ${name} nosuperuser nocreatedb nocreaterole`,
    `create database ${name} owner ${name} template template0 encoding 'UTF8'`,
    `alter database ${name} set role = ${name}`,
  );
  const pool = createPool(withDatabaseName(target, name), 1, log);
  onTestFinished(async () => {
    await pool.end();
    await asSuperuser(`drop database ${name} with (force)`, `drop role ${name}`);
  });
  expect(await migrate(pool)).toContain('0001-baseline.sql');
  const { rows } = await pool.query(
    `select current_setting('is_superuser') as superuser, tableowner as owner from pg_tables where tablename = 'contract'`,
  );
  expect(rows).toEqual([{ superuser: 'off', owner: name }]);
});

describe('migrate', () => {
  let database: TestDatabase;
  let pool: Pool;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = createPool(database.target, 4, log);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  beforeEach(async () => {
    await pool.query('drop schema public cascade; create schema public');
    folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-migrations-'));
    write('0001-first.sql', 'create table first (id int); insert into first values (1);');
    write('0002-second.sql', 'create table second (id int);');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const write = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);
  const isWaiting = async (lock: string) => {
    const { rowCount } = await pool.query(
      `select from pg_locks where locktype = $1 and not granted
       and database = (select oid from pg_database where datname = current_database())`,
      [lock],
    );
    return rowCount !== 0;
  };
  const applied = async () => {
    const { rows } = await pool.query('select name from schema_migration order by name');
    return rows.map((row) => row.name);
  };

  it('runs each migration once, in order', async () => {
    expect(await migrate(pool, folder)).toEqual(['0001-first.sql', '0002-second.sql']);
    write('0003-third.sql', 'create table third (id int);');
    expect(await migrate(pool, folder)).toEqual(['0003-third.sql']);
    expect(await migrate(pool, folder)).toEqual([]);
    expect(await applied()).toEqual(['0001-first.sql', '0002-second.sql', '0003-third.sql']);
  });

  it('runs each migration once when several servers start at the same time', async () => {
    write('0003-slow.sql', 'create table slow (id int); select pg_sleep(0.3);');
    const other = createPool(database.target, 4, log);
    try {
      const ran = await Promise.all([pool, other, pool].map((one) => migrate(one, folder)));
      expect(ran.flat().toSorted()).toEqual(['0001-first.sql', '0002-second.sql', '0003-slow.sql']);
    } finally {
      await other.end();
    }
  });

  it('rolls a failed migration back and keeps the earlier ones', async () => {
    write('0003-broken.sql', 'create table broken (id int); insert into missing values (1);');
    await expect(migrate(pool, folder)).rejects.toThrow(
      'Migration 0003-broken.sql failed and changed nothing: relation "missing" does not exist',
    );
    expect(await applied()).toEqual(['0001-first.sql', '0002-second.sql']);
    const { rows } = await pool.query(`select to_regclass('broken') as broken`);
    expect(rows).toEqual([{ broken: null }]);
  });

  it('retries a migration after a deadlock with another transaction', async () => {
    await migrate(pool, folder);
    const [worker, gate] = [await pool.connect(), await pool.connect()];
    try {
      await gate.query('select pg_advisory_lock(1)');
      write(
        '0003-slow.sql',
        `lock table first in share row exclusive mode; select pg_advisory_xact_lock(1);
         alter table first add column name text;`,
      );
      // PostgreSQL cancels the statement of the session whose deadlock_timeout ends first. The timeout of the
      // worker is longer, so the migration is cancelled.
      await worker.query(`begin; set local deadlock_timeout = '1min'; select from first for no key update`);
      const running = migrate(pool, folder);
      await until(() => isWaiting('advisory'), 5_000);
      const working = worker.query('update first set id = 2');
      await until(() => isWaiting('relation'), 5_000);
      await gate.query('select pg_advisory_unlock(1)');
      await working;
      await worker.query('commit');
      expect(await running).toEqual(['0003-slow.sql']);
      expect((await pool.query('select id, name from first')).rows).toEqual([{ id: 2, name: null }]);
    } finally {
      worker.release(true);
      gate.release(true);
    }
  });

  it('rejects a migration that was changed after it ran', async () => {
    await migrate(pool, folder);
    write('0001-first.sql', 'create table first (id bigint);');
    await expect(migrate(pool, folder)).rejects.toThrow(
      /^Migration 0001-first.sql was changed after it ran on this database; undo the change and add a new migration$/,
    );
  });

  it('accepts a migration in which only the line endings have changed', async () => {
    write('0001-first.sql', 'create table first (\n  id int\n);\n');
    await migrate(pool, folder);
    write('0001-first.sql', 'create table first (\r\n  id int\r\n);\r\n');
    expect(await migrate(pool, folder)).toEqual([]);
  });

  it('rejects a database that has a migration of a newer version', async () => {
    await migrate(pool, folder);
    rmSync(path.join(folder, '0002-second.sql'));
    await expect(migrate(pool, folder)).rejects.toThrow(
      'The database has migration 0002-second.sql, which this version of Spichlerz does not know; start a newer version',
    );
  });

  it('rejects a new migration with a lower number than a migration that has run', async () => {
    renameSync(path.join(folder, '0002-second.sql'), path.join(folder, '0003-third.sql'));
    await migrate(pool, folder);
    write('0002-late.sql', 'select 1;');
    await expect(migrate(pool, folder)).rejects.toThrow(
      'Migration 0002-late.sql is numbered before 0003-third.sql, which has already run; give it a greater number',
    );
  });

  it.each([
    ['0002-other.sql', 'Migrations 0002-other.sql and 0002-second.sql have the same number'],
    ['3-short.sql', 'Migration 3-short.sql must be named like 0001-what-it-does.sql'],
  ])('rejects a file named %s', async (name, message) => {
    write(name, 'select 1;');
    await expect(migrate(pool, folder)).rejects.toThrow(message);
  });

  it('ignores files and folders that are not migrations', async () => {
    write('README.md', 'words');
    mkdirSync(path.join(folder, 'drafts'));
    expect(await migrate(pool, folder)).toHaveLength(2);
  });
});

describe('migrating a database that is older than the baseline', () => {
  let database: TestDatabase;
  let pool: Pool;
  let folder: string;
  let current: string[];

  /** Gives the database the schema of the first three migrations. */
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = createPool(database.target, 2, log);
    current = await applied();
    folder = mkdtempSync(path.join(tmpdir(), 'migrations-'));
    for (const name of current.slice(0, 3))
      copyFileSync(path.join(import.meta.dirname, 'migrations', name), path.join(folder, name));
    await pool.query('drop schema public cascade; create schema public');
    await migrate(pool, folder);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  /** Gives the database the list of migrations from before the baseline, and the two views of that time. */
  const pretendReplacedMigrations = (last: string) =>
    pool.query(
      `delete from schema_migration where name <> '0002-reference-data.sql';
       insert into schema_migration (name, checksum) values ('0001-schema.sql', ''), ('${last}', '');
       drop view integrity_problem;
       create view balance_problem as select 'contract' as entity, 0 as entity_id, '' as problem;
       create view integrity_problem as select * from balance_problem`,
    );
  const applied = async () =>
    (await pool.query('select name from schema_migration order by name')).rows.map(({ name }) => name);

  it('records the baseline instead of the old migrations when the old migrations are complete', async () => {
    await pretendReplacedMigrations('0031-registration-number-collation.sql');
    expect(await migrate(pool)).toEqual(current.slice(2));
    expect(await applied()).toEqual(current);
    expect((await pool.query('select * from integrity_problem')).rows).toEqual([]);
    const { rows } = await pool.query(
      `select to_regclass('balance_problem') as view, count(*)::int as countries from country`,
    );
    expect(rows).toEqual([{ view: null, countries: 249 }]);
    expect(await migrate(pool)).toEqual([]);
  });

  it('throws an error with the version to start first when the old migrations are incomplete', async () => {
    await pretendReplacedMigrations('0030-search-keys.sql');
    await expect(migrate(pool)).rejects.toThrow(
      'The database was made by an older version of Spichlerz; start Spichlerz 0.1.0 on it once, then this version',
    );
    expect(await applied()).toContain('0030-search-keys.sql');
  });
});
