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
 * Statements are parsed and planned once on a connection instead of every time: the program's own texts are few, and
 * planning a row of nine tables costs more than reading fifty of them.
 */

/**
 * Begins a statement whose best plan depends on what is asked (filters, a search, a page far back): it is planned for
 * its values each time, and its many texts do not crowd out the others.
 */
export const PLANNED_EACH_TIME = '/* planned each time */';
/** Begins a list that is planned once for each of its many texts, which have a share of the plans of their own. */
export const PLANNED_ONCE = '/* planned once */';
const IS_PREPARED = /^(\/\* planned once \*\/ )?(select|with|insert|update|delete)\s/;

/** So many plans a connection keeps at most; a text of this length is one of a kind (a large import). */
const LISTS_MAX = 200;
const OTHERS_MAX = 300;
const LENGTH_MAX = 10_000;

/** Begins a statement that may wait for as long as another server works. */
export const TAKES_ITS_TIME = '/* takes its time */';
/**
 * The database ends a statement sooner (pool.ts). One that is silent for so long does not hear us any more, and what
 * waits for it would hold its connection for ever.
 */
const SILENCE_MS = 20_000;
/** A commit waits for a standby, which no time limit of the database ends; its caller is still there to hear of it (app.ts). */
const COMMIT_MS = 50_000;

const patienceWith = (text: string, silenceMs: number): number | undefined => {
  if (text.startsWith(TAKES_ITS_TIME)) return undefined;
  return text === 'commit' ? Math.max(COMMIT_MS, silenceMs) : silenceMs;
};

/** "cached plan must not change result type": a newer program migrated the database meanwhile. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/** What a statement gets in a transaction that has failed already. */
const isAfterFailure = (error: unknown): boolean => error instanceof DatabaseError && error.code === '25P02';

/**
 * Asked by callback. With the promise that pg makes, the rows of an answer outlived its reply until a full collection:
 * 45 kB of each list moved to the old objects, and collecting garbage cost two to four times as much (V8's own trace).
 */
async function send<Result = QueryResult>(
  client: PoolClient,
  statement: QueryConfig,
  patienceMs: number | undefined,
): Promise<Result> {
  // closed under its statement, the connection fails it and does not return to the pool
  const giveUp = () => void client.end().catch(() => undefined);
  const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs);
  try {
    return await new Promise<Result>((resolve, reject) => {
      client.query(statement, (error, result) => (error ? reject(error) : resolve(result as Result)));
    });
  } catch (error) {
    // says who asked, instead of where in pg the answer was read
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const prepared = new WeakMap<Pool, PostgresPool>();

/** The pool with its statements prepared; one for each pool, as the names belong to its connections. */
export function preparing(pool: Pool, silenceMs = SILENCE_MS): PostgresPool {
  const made = prepared.get(pool) ?? prepare(pool, silenceMs);
  prepared.set(pool, made);
  return made;
}

function prepare(pool: Pool, silenceMs: number): PostgresPool {
  const names = new Map<string, string>();
  let lists = 0;
  let generation = 1;
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (text.length > LENGTH_MAX || !IS_PREPARED.test(text)) return undefined;
    const isList = text.startsWith(PLANNED_ONCE);
    if (isList ? lists >= LISTS_MAX : names.size - lists >= OTHERS_MAX) return undefined;
    if (isList) lists++;
    const name = `s${generation}_${names.size}`;
    names.set(text, name);
    return name;
  };
  /** Every statement gets another name, so that each is planned anew. */
  const forget = () => {
    generation++;
    names.clear();
    lists = 0;
    rowMakers.clear();
  };

  const rowMakers = new Map<string, ReturnType<typeof compileObject>>();
  const withRows = (name: string, { command, rowCount, fields, rows }: QueryArrayResult) => {
    const makeRow =
      rowMakers.get(name) ?? compileObject(fields.map((field, index) => ({ name: field.name, from: index })));
    rowMakers.set(name, makeRow);
    return { command, rowCount, rows: rows.map(makeRow) };
  };

  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  const preparingClient = (client: PoolClient): PostgresPoolClient => {
    const query = async (text: string, values: readonly unknown[]) => {
      const name = nameOf(text);
      const patience = patienceWith(text, silenceMs);
      if (name === undefined) return send(client, { text, values: [...values] }, patience);
      try {
        const statement: QueryArrayConfig = { name, text, values: [...values], rowMode: 'array' };
        return withRows(name, await send<QueryArrayResult>(client, statement, patience));
      } catch (error) {
        if (!isOutdatedPlan(error)) throw error;
        forget();
        // a transaction has failed with it and is run again as a whole; a single statement goes on
        return await send(client, { text, values: [...values] }, patience).catch((again: unknown) => {
          throw isAfterFailure(again) ? error : again;
        });
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
