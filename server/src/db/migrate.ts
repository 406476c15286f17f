import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { errorMessage } from '../error-message.ts';
import { repositoryRoot } from '../repository-root.ts';

/** The database does not match the migrations of this program; the message is one line. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

// The migrations are read from the sources, not from the build, so that the reviewed files are the ones that
// run.
const migrationsFolder = path.join(repositoryRoot, 'server', 'src', 'db', 'migrations');

// Any number works, as long as nothing else in this database uses the same advisory lock.
const lockKey = 7_410_001;

const BASELINE = '0001-baseline.sql';
const REFERENCE_DATA = '0002-reference-data.sql';
// The first and the last of the migrations that the baseline replaces.
const FIRST_REPLACED = '0001-schema.sql';
const LAST_REPLACED = '0031-registration-number-collation.sql';

type Migration = { name: string; sql: string; checksum: string };

/** Migrates the database to the newest schema; returns the names of the migrations that ran. */
export const migrate = async (pool: Pool, folder: string = migrationsFolder): Promise<string[]> => {
  const migrations = readMigrations(folder);
  const client = await pool.connect();
  try {
    // A second server waits here for the first; migrations have no time limit.
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    await adoptBaseline(client, migrations);
    const ran: string[] = [];
    for (const migration of await pendingMigrations(client, migrations)) {
      await applyWithRetry(client, migration);
      ran.push(migration.name);
    }
    return ran;
  } finally {
    // Closing the session releases the lock and resets the settings.
    client.release(true);
  }
};

const readMigrations = (folder: string): Migration[] => {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const numbers = new Map<string, string>();
  return names.map((name) => {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (number === undefined) {
      throw new MigrationError(`Migration ${name} must be named like 0001-what-it-does.sql`);
    }
    const other = numbers.get(number);
    if (other !== undefined) throw new MigrationError(`Migrations ${other} and ${name} have the same number`);
    numbers.set(number, name);
    // Git on Windows may convert line ends, which changes nothing in the schema.
    const sql = readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
};

/**
 * If a database of an older version has every migration that the baseline replaces, it already has the schema
 * of the baseline. Only its list of migrations is then replaced; the reference data migration stays in the
 * list.
 */
const adoptBaseline = async (client: PoolClient, migrations: readonly Migration[]): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migration order by name collate "C"',
  );
  if (rows[0]?.name !== FIRST_REPLACED) return;
  if (rows.at(-1)?.name !== LAST_REPLACED) {
    throw new MigrationError(
      'The database was made by an older version of Spichlerz; start Spichlerz 0.1.0 on it once, then this version',
    );
  }
  const checksum = migrations.find(({ name }) => name === BASELINE)?.checksum;
  if (checksum === undefined) return;
  await client.query(
    `with replaced as (delete from schema_migration where name <> $1)
     insert into schema_migration (name, checksum) values ($2, $3)`,
    [REFERENCE_DATA, BASELINE, checksum],
  );
};

const pendingMigrations = async (
  client: PoolClient,
  migrations: readonly Migration[],
): Promise<Migration[]> => {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name collate "C"',
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of rows) {
    const migration = known.get(name);
    if (migration === undefined) {
      throw new MigrationError(
        `The database has migration ${name}, which this version of Spichlerz does not know; start a newer version`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `Migration ${name} was changed after it ran on this database; undo the change and add a new migration`,
      );
    }
  }
  const last = rows.at(-1)?.name ?? '';
  const applied = new Set(rows.map((row) => row.name));
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late !== undefined) {
    throw new MigrationError(
      `Migration ${late.name} is numbered before ${last}, which has already run; give it a greater number`,
    );
  }
  return pending;
};

const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 5;

/** Runs one migration; retries after a deadlock with transactions of running servers. */
const applyWithRetry = async (client: PoolClient, migration: Migration): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await applyOnce(client, migration);
      return;
    } catch (error) {
      if (attempt < MAX_ATTEMPTS && error instanceof DatabaseError && error.code === DEADLOCK) continue;
      throw new MigrationError(
        `Migration ${migration.name} failed and changed nothing: ${errorMessage(error)}`,
        {
          cause: error,
        },
      );
    }
  }
};

const applyOnce = async (client: PoolClient, { name, sql, checksum }: Migration): Promise<void> => {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
};
