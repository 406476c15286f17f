import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { DatabaseError, type Pool } from 'pg';
import { isOutdatedPlan, withPreparedStatements } from './prepared-statements.ts';
import type { Database } from './schema.ts';

/** Queries take a Db (a transaction is also a Db), commands take a Tx. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

export function createDb(pool: Pool): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) });
}

/** Thrown when a row changed between the read and the lock of the row. The transaction is run again. */
export class TransactionConflictError extends Error {
  override readonly name = 'TransactionConflictError';
}

const MAX_ATTEMPTS = 6;
const RETRIED_CODES = new Set(['40001', '40P01']);

/**
 * Runs the work in a transaction, and repeats it after a conflict (serialization failure, deadlock,
 * TransactionConflictError, outdated prepared statement).
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work);
    } catch (error) {
      if (!isTransactionConflict(error) || attempt === MAX_ATTEMPTS) throw error;
      await wait(randomInt(5, 20 * attempt));
    }
  }
}

/** Throws the error of the work even when the rollback fails too, as it does on a broken connection. */
async function runOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const failures: unknown[] = [];
  const watched = (tx: Tx) =>
    work(tx).catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
  try {
    return await db.transaction().execute(watched);
  } catch (error) {
    throw failures.length > 0 ? failures[0] : error;
  }
}

function isTransactionConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictError || isOutdatedPlan(error)) return true;
  return error instanceof DatabaseError && RETRIED_CODES.has(error.code ?? '');
}
