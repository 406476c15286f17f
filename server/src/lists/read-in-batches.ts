import { CompiledQuery, type ControlledTransaction, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Db } from '../db/tx.ts';
import type { List } from './list.ts';

/** The number of rows in memory at a time. */
const BATCH_SIZE = 500;

export type Batches<Row> = AsyncIterable<readonly Row[]> & {
  /** Ends the reading early. After the last batch it has no effect. */
  close(): Promise<void>;
};

/** Yields the rows of a short report, which are already in memory. */
export function singleBatch<Row>(rows: readonly Row[]): Batches<Row> {
  return {
    async *[Symbol.asyncIterator]() {
      yield rows;
    },
    close: async () => undefined,
  };
}

/**
 * Reads all rows of a list in its order through a cursor in a read-only snapshot, so that concurrent changes
 * neither repeat nor omit a row. Each batch is a separate statement, so the session's time limits end a stuck
 * or abandoned reading. An invalid list query throws here, before the first row.
 */
export async function readInBatches<Row>(
  db: Db,
  build: (snapshot: Db) => List<Row> | Promise<List<Row>>,
): Promise<Batches<Row>> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    const list = await build(snapshot);
    // Plans the cursor for nearly all rows; the default is a tenth. With 1, PostgreSQL would compute all
    // columns of a plain list before it sorts, and the first batch would wait for the last row.
    await sql`set local cursor_tuple_fraction = 0.999`.execute(snapshot);
    const { sql: text, parameters } = list.selectAll(snapshot);
    await snapshot.executeQuery(
      CompiledQuery.raw(`declare whole_list no scroll cursor for ${text}`, [...parameters]),
    );
    return batches(snapshot, list, await fetchBatch(snapshot, list));
  } catch (error) {
    // the rollback of a broken connection fails, but its transaction has ended anyway
    await snapshot
      .rollback()
      .execute()
      .catch(() => undefined);
    throw error;
  }
}

type Snapshot = ControlledTransaction<Database>;

async function fetchBatch<Row>(snapshot: Snapshot, list: List<Row>): Promise<Row[]> {
  const { rows } = await sql`fetch ${sql.lit(BATCH_SIZE)} from whole_list`.execute(snapshot);
  return list.toRows(snapshot, rows);
}

function batches<Row>(snapshot: Snapshot, list: List<Row>, first: Row[]): Batches<Row> {
  let running: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;
  const fetchNext = () => {
    const next = fetchBatch(snapshot, list);
    running = next;
    return next;
  };
  const close = () => {
    // a connection runs one statement at a time, so wait for the current batch
    closing ??= running
      .catch(() => undefined)
      .then(() => snapshot.rollback().execute())
      // the rollback of a broken connection fails, but its transaction has ended anyway
      .catch(() => undefined);
    return closing;
  };
  async function* read() {
    try {
      for (let rows = first; rows.length > 0; rows = rows.length < BATCH_SIZE ? [] : await fetchNext()) {
        yield rows;
      }
    } finally {
      await close();
    }
  }
  return { [Symbol.asyncIterator]: read, close };
}
