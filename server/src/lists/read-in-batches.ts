import { type ControlledTransaction, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Db } from '../db/tx.ts';
import { fragment, query } from './fragment.ts';
import { allIds, type List, readRows } from './list-page.ts';

/** Rows in memory at a time. */
const BATCH_SIZE = 500;

export type Batches<Row> = AsyncIterable<readonly Row[]> & {
  /** Ends the reading at any point. It has ended already after the last batch. */
  close(): Promise<void>;
};

/**
 * Reads all rows of a list in its order, as of one moment, through a cursor in a read-only snapshot, so that
 * concurrent changes neither repeat nor omit a row. Each batch is a separate statement, so the session's time
 * limits end a stuck or abandoned reading. An invalid list throws here, before the first row.
 */
export async function readInBatches<Selected extends { readonly id: number }, Row>(
  db: Db,
  build: (snapshot: Db) => List<Selected, Row> | Promise<List<Selected, Row>>,
): Promise<Batches<Row>> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    const list = await build(snapshot);
    // plan for reading all rows: by default a cursor is planned to return its first tenth soonest
    await sql`set local cursor_tuple_fraction = 1`.execute(snapshot);
    await query(snapshot, fragment`declare whole_list no scroll cursor for ${allIds(list)}`);
    return batches(snapshot, list, await fetchBatch(snapshot, list));
  } catch (error) {
    // a broken connection cannot roll back, and its transaction ends with it
    await snapshot
      .rollback()
      .execute()
      .catch(() => undefined);
    throw error;
  }
}

type Snapshot = ControlledTransaction<Database>;

type Rows<Selected extends { readonly id: number }, Row> = Pick<List<Selected, Row>, 'select' | 'toRow'>;

async function fetchBatch<Selected extends { readonly id: number }, Row>(
  snapshot: Snapshot,
  list: Rows<Selected, Row>,
): Promise<Row[]> {
  const { rows } = await sql<{ id: number }>`fetch ${sql.lit(BATCH_SIZE)} from whole_list`.execute(snapshot);
  return readRows(
    snapshot,
    list,
    rows.map(({ id }) => id),
  );
}

function batches<Selected extends { readonly id: number }, Row>(
  snapshot: Snapshot,
  list: Rows<Selected, Row>,
  first: Row[],
): Batches<Row> {
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
      // the transaction of a broken connection ends with it
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
