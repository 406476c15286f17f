import type { CompiledQuery } from 'kysely';
import type { Db } from '../db/tx.ts';

/**
 * The rows of one page, the number of rows that match the list query (`filtered`), and the number of all rows.
 * `filteredIsExact` is false when a search matches more rows than `filtered`.
 */
export type Page<Row> = { list: Row[]; filtered: number; total: number; filteredIsExact?: false };
export type PageRequest = { readonly limit: number; readonly offset: number };

/**
 * A list that its route reads by page, or as a whole for an export. Long tables use largeList, so that the
 * cost of a page does not grow with the table; short tables use plainList.
 */
export type List<Row> = {
  readonly readPage: (db: Db, request: PageRequest) => Promise<Page<Row>>;
  /**
   * The SQL query that an export reads with a cursor. It selects the rows, or only their ids, in the list's
   * order.
   */
  readonly selectAll: (db: Db) => CompiledQuery;
  /** Converts rows fetched from selectAll. */
  readonly toRows: (db: Db, fetched: readonly unknown[]) => Promise<Row[]>;
};
