import type { PostgresPool, PostgresPoolClient } from 'kysely';
import {
  DatabaseError,
  type Pool,
  type PoolClient,
  type QueryArrayConfig,
  type QueryArrayResult,
  type QueryConfig,
  type QueryResult,
} from 'pg';
import { compileObject } from '../compile-object.ts';

/*
 * Prepares statements, so that a connection parses and plans each of them once. The program has few different
 * statements, and planning a query of nine tables takes longer than reading fifty rows of its result.
 */

/**
 * Prefix of a statement that is not prepared, because its best plan depends on its values (filters, a search,
 * a late page). Such statements also have more texts than MAX_PREPARED_LISTS.
 */
export const UNPREPARED = '/* unprepared */';
/**
 * Prefix of a prepared list statement. Lists have many texts and therefore a separate limit
 * (MAX_PREPARED_LISTS).
 */
export const PREPARED = '/* prepared */';
const IS_PREPARED = /^(\/\* prepared \*\/ )?(select|with|insert|update|delete)\s/;

/**
 * Limits of prepared statements per connection. A text longer than MAX_PREPARED_LENGTH, such as that of a large
 * import, occurs only once and is not prepared.
 */
const MAX_PREPARED_LISTS = 200;
const MAX_PREPARED_OTHERS = 300;
const MAX_PREPARED_LENGTH = 10_000;

/** Prefix of a statement without a client-side timeout, because it may wait for another server to finish. */
export const NO_TIMEOUT = '/* no timeout */';
/**
 * The database itself ends a statement earlier (pool.ts). A statement that exceeds this time therefore means
 * that the database is unreachable; without this timeout the caller would hold its connection forever.
 */
const IDLE_TIMEOUT_MS = 20_000;
/**
 * A commit may wait for a standby, for which the database has no time limit. The timeout of requests is longer
 * (app.ts).
 */
const COMMIT_TIMEOUT_MS = 50_000;

const timeoutOf = (text: string, idleTimeoutMs: number): number | undefined => {
  if (text.startsWith(NO_TIMEOUT)) return undefined;
  return text === 'commit' ? Math.max(COMMIT_TIMEOUT_MS, idleTimeoutMs) : idleTimeoutMs;
};

/**
 * Whether the error is "cached plan must not change result type". PostgreSQL raises it after a newer version of
 * the program has migrated the database.
 */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/** The error of a statement in a transaction that has already failed. */
const isTransactionAborted = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '25P02';

/**
 * Uses pg's callback API. With pg's promises, the rows of a reply survived into V8's old generation (45 kB per
 * list), and garbage collection cost two to four times as much.
 */
async function send<Result = QueryResult>(
  client: PoolClient,
  statement: QueryConfig,
  timeoutMs: number | undefined,
): Promise<Result> {
  // Closing the connection fails the statement and keeps the connection out of the pool.
  const closeConnection = () => void client.end().catch(() => undefined);
  const timer = timeoutMs === undefined ? undefined : setTimeout(closeConnection, timeoutMs);
  try {
    return await new Promise<Result>((resolve, reject) => {
      client.query(statement, (error, result) => (error ? reject(error) : resolve(result as Result)));
    });
  } catch (error) {
    // Replaces the stack trace, which begins where pg read the reply, by that of the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const preparingPools = new WeakMap<Pool, PostgresPool>();

/**
 * Adapts the pool to Kysely, with prepared statements. Each pool has one adapter, which stores the names of
 * the prepared statements.
 */
export function withPreparedStatements(pool: Pool, idleTimeoutMs = IDLE_TIMEOUT_MS): PostgresPool {
  const made = preparingPools.get(pool) ?? preparingPool(pool, idleTimeoutMs);
  preparingPools.set(pool, made);
  return made;
}

function preparingPool(pool: Pool, idleTimeoutMs: number): PostgresPool {
  const names = new Map<string, string>();
  let lists = 0;
  let generation = 1;
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (text.length > MAX_PREPARED_LENGTH || !IS_PREPARED.test(text)) return undefined;
    const isList = text.startsWith(PREPARED);
    if (isList ? lists >= MAX_PREPARED_LISTS : names.size - lists >= MAX_PREPARED_OTHERS) return undefined;
    if (isList) lists++;
    const name = `s${generation}_${names.size}`;
    names.set(text, name);
    return name;
  };
  /** Discards all names, so that every statement gets a new name and is prepared again. */
  const discardNames = () => {
    generation++;
    names.clear();
    lists = 0;
    rowMakers.clear();
  };

  const rowMakers = new Map<string, ReturnType<typeof compileObject>>();
  const withRows = (name: string, { command, rowCount, fields, rows }: QueryArrayResult) => {
    const makeRow =
      rowMakers.get(name) ??
      compileObject(fields.map((field, index) => ({ name: field.name, source: index })));
    rowMakers.set(name, makeRow);
    return { command, rowCount, rows: rows.map(makeRow) };
  };

  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  const preparingClient = (client: PoolClient): PostgresPoolClient => {
    const query = async (text: string, values: readonly unknown[]) => {
      const name = nameOf(text);
      const statementTimeoutMs = timeoutOf(text, idleTimeoutMs);
      if (name === undefined) return send(client, { text, values: [...values] }, statementTimeoutMs);
      try {
        const statement: QueryArrayConfig = { name, text, values: [...values], rowMode: 'array' };
        return withRows(name, await send<QueryArrayResult>(client, statement, statementTimeoutMs));
      } catch (error) {
        if (!isOutdatedPlan(error)) throw error;
        discardNames();
        // The second attempt succeeds outside a transaction. In a transaction it fails again, and inTransaction
        // repeats the whole transaction.
        return await send(client, { text, values: [...values] }, statementTimeoutMs).catch(
          (again: unknown) => {
            throw isTransactionAborted(again) ? error : again;
          },
        );
      }
    };
    // Kysely uses cursors only if it is given the Cursor class, so the cast is safe.
    return { query, release: () => client.release() } as unknown as PostgresPoolClient;
  };

  return {
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? preparingClient(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}
