import { type ControlledTransaction, sql } from 'kysely';
import type { List } from './list-page.ts';
import type { Database } from './schema.ts';
import type { Db } from './tx.ts';

/** Rows in memory at a time. */
const BATCH = 500;

export type Batches<Row> = AsyncIterable<readonly Row[]> & {
  /** Ends the reading, wherever it stands; the last batch does it by itself. */
  close(): Promise<void>;
};

/**
 * All rows of a list in its order, as they are at one moment: a cursor in a read-only snapshot, so that a table that
 * changes meanwhile gives no row twice and leaves none out. Each batch is a statement of its own, so the time limits
 * of the session end a reading that is stuck or that nobody fetches from. What refuses the list refuses here, before
 * the first row.
 */
export async function readInBatches<Selected, Row>(
  db: Db,
  build: (snapshot: Db) => List<Selected, Row> | Promise<List<Selected, Row>>,
): Promise<Batches<Row>> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    const { rows, toRow } = await build(snapshot);
    // all rows are wanted, so what gives the first ones soonest is not the quickest way
    await sql`set local cursor_tuple_fraction = 1`.execute(snapshot);
    await sql`declare whole_list no scroll cursor for ${rows}`.execute(snapshot);
    return batches(snapshot, await fetchBatch<Selected>(snapshot), toRow);
  } catch (error) {
    await snapshot.rollback().execute();
    throw error;
  }
}

type Snapshot = ControlledTransaction<Database>;

async function fetchBatch<Selected>(snapshot: Snapshot): Promise<Selected[]> {
  const { rows } = await sql<Selected>`fetch ${sql.lit(BATCH)} from whole_list`.execute(snapshot);
  return rows;
}

function batches<Selected, Row>(
  snapshot: Snapshot,
  first: Selected[],
  toRow: (selected: Selected) => Row,
): Batches<Row> {
  let running: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;
  const fetchNext = () => {
    const next = fetchBatch<Selected>(snapshot);
    running = next;
    return next;
  };
  const close = () => {
    // a connection does one thing at a time: the batch under way ends first
    closing ??= running
      .catch(() => undefined)
      .then(() => snapshot.rollback().execute())
      // a connection that broke takes its transaction with it
      .catch(() => undefined);
    return closing;
  };
  async function* read() {
    try {
      for (let rows = first; rows.length > 0; rows = rows.length < BATCH ? [] : await fetchNext()) {
        yield rows.map(toRow);
      }
    } finally {
      await close();
    }
  }
  return { [Symbol.asyncIterator]: read, close };
}
