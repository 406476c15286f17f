import { DomainError, type ErrorCode } from '@spichlerz/shared/domain/domain-error';
import { sql } from 'kysely';
import { constraintError } from './constraint-errors.ts';
import type { Tx } from './tx.ts';

/** Runs a step in a savepoint. A refusal takes back that step alone and returns its code. */
export async function runInSavepoint(tx: Tx, step: () => Promise<unknown>): Promise<ErrorCode | null> {
  await sql`savepoint step`.execute(tx);
  try {
    await step();
  } catch (error) {
    const refusal = error instanceof DomainError ? error : constraintError(error);
    if (refusal === null) throw error;
    await sql`rollback to savepoint step`.execute(tx);
    return refusal.code;
  }
  await sql`release savepoint step`.execute(tx);
  return null;
}
