import { DomainError, type ErrorCode } from '@spichlerz/shared/domain/domain-error';
import { sql } from 'kysely';
import { constraintError } from './constraint-errors.ts';
import type { Tx } from './tx.ts';

/**
 * Runs a step in a savepoint. A DomainError or a violated constraint rolls back only this step.
 * @returns the code of that error, or null after a success
 */
export async function runInSavepoint(tx: Tx, step: () => Promise<unknown>): Promise<ErrorCode | null> {
  return (await errorInSavepoint(tx, step))?.code ?? null;
}

/** Like runInSavepoint, but returns the error with its fields. */
export async function errorInSavepoint(tx: Tx, step: () => Promise<unknown>): Promise<DomainError | null> {
  await sql`savepoint step`.execute(tx);
  try {
    await step();
  } catch (error) {
    const domainError = error instanceof DomainError ? error : constraintError(error);
    if (domainError === null) throw error;
    await sql`rollback to savepoint step`.execute(tx);
    return domainError;
  }
  await sql`release savepoint step`.execute(tx);
  return null;
}
