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
 * Prepares statements, so that a connection parses and plans each of them once instead of every time: the program has
 * few different ones, and planning a query of nine tables costs more than reading fifty of its rows.
 */

/**
 * Begins a statement that is not prepared, because its best plan depends on its values (filters, a search, a page far
 * back) and because its many texts would crowd out the others.
 */
export const UNPREPARED = '/* unprepared */';
/** Begins a prepared statement of a list. Lists have many texts, so there is a limit of its own for them (MAX_PREPARED_LISTS). */
export const PREPARED = '/* prepared */';
const IS_PREPARED = /^(\/\* prepared \*\/ )?(select|with|insert|update|delete)\s/;

/** The most plans a connection keeps. Texts longer than MAX_PREPARED_LENGTH are used once (a large import) and not prepared. */
const MAX_PREPARED_LISTS = 200;
const MAX_PREPARED_OTHERS = 300;
const MAX_PREPARED_LENGTH = 10_000;

/** Begins a statement without a time limit here, because it may wait for another server to finish its work. */
export const NO_TIMEOUT = '/* no timeout */';
/**
 * The database ends a statement sooner than this (pool.ts). One that is silent for so long has become unreachable, and
 * whoever waits for it would hold a connection for ever.
 */
const IDLE_TIMEOUT_MS = 20_000;
/** A commit may wait for a standby, which no time limit of the database ends. Callers wait longer than this (app.ts). */
const COMMIT_TIMEOUT_MS = 50_000;

const timeoutOf = (text: string, idleTimeoutMs: number): number | undefined => {
  if (text.startsWith(NO_TIMEOUT)) return undefined;
  return text === 'commit' ? Math.max(COMMIT_TIMEOUT_MS, idleTimeoutMs) : idleTimeoutMs;
};

/** "cached plan must not change result type": a newer program migrated the database meanwhile. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/** The error of a statement in a transaction that has failed already. */
const isTransactionAborted = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '25P02';

/**
 * Asks by callback. With the promise that pg makes, the rows of an answer survived into V8's old generation, 45 kB for
 * each list, and collecting garbage cost two to four times as much.
 */
async function send<Result = QueryResult>(
  client: PoolClient,
  statement: QueryConfig,
  timeoutMs: number | undefined,
): Promise<Result> {
  // closing the connection fails the statement and keeps the connection from returning to the pool
  const giveUp = () => void client.end().catch(() => undefined);
  const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
  try {
    return await new Promise<Result>((resolve, reject) => {
      client.query(statement, (error, result) => (error ? reject(error) : resolve(result as Result)));
    });
  } catch (error) {
    // the stack of whoever asked, instead of where pg read the answer
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const preparingPools = new WeakMap<Pool, PostgresPool>();

/** The pool as Kysely takes it, preparing its statements. One for each pool, because names belong to its connections. */
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
  /** Forgets all names, so that every statement gets a new one and is planned anew. */
  const forget = () => {
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
        forget();
        // a transaction has failed with it and is run again as a whole; a single statement goes on
        return await send(client, { text, values: [...values] }, statementTimeoutMs).catch(
          (again: unknown) => {
            throw isTransactionAborted(again) ? error : again;
          },
        );
      }
    };
    // Kysely asks for cursors only when it is given their class
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
