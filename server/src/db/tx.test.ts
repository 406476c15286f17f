import { DomainError } from '@spichlerz/shared/domain/domain-error';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createDb, type Db, inTransaction, type Tx } from './tx.ts';

let test: TestApp;
let db: Db;

beforeAll(async () => {
  test = await startTestApp();
  db = createDb(test.pool);
});
afterAll(() => test.close());

const breakConnection = (tx: Tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);

it('inTransaction throws the error of its callback, not the error of a failed rollback', async () => {
  await expect(inTransaction(db, breakConnection)).rejects.toThrow('terminating connection');
  const rejected = inTransaction(db, async (tx) => {
    await breakConnection(tx).catch(() => undefined);
    throw new DomainError('CONFLICT');
  });
  await expect(rejected).rejects.toMatchObject({ code: 'CONFLICT' });
});
