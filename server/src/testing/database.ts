import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { inject } from 'vitest';
import { type DatabaseTarget, withDatabaseName } from '../db/database-target.ts';
import { withClient } from '../db/with-client.ts';

export type TestDatabase = {
  target: DatabaseTarget;
  drop(): Promise<void>;
};

/** Returns the URL of a test's database, in the form of DATABASE_URL. */
export async function databaseUrlOf({ pool }: { pool: Pool }): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const target = withDatabaseName(inject('testServer').target, rows[0]?.name ?? '');
  if (typeof target === 'string') return target;
  const { user, host, port, database } = target;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** Creates a migrated database as a copy of the template of this run. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const { target, template } = inject('testServer');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await withClient(target, (client) => client.query(`create database ${name} template ${template}`));
  return {
    target: withDatabaseName(target, name),
    drop: async () => {
      await withClient(target, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
};
