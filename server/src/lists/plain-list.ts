import type { CompiledQuery, OrderByItemBuilder } from 'kysely';
import type { Db } from '../db/tx.ts';
import type { List } from './list.ts';

type Rows<Row> = {
  limit(limit: number): Rows<Row>;
  offset(offset: number): Rows<Row>;
  execute(): Promise<Row[]>;
  compile(): CompiledQuery;
};
type Counts = { executeTakeFirstOrThrow(): Promise<{ filtered: number; total: number }> };

/**
 * A list of a short table, which may be sorted and counted for each page. `rows` selects all rows in the
 * list's order, which ends with the id.
 */
export function plainList<Row>(build: (db: Db) => { rows: Rows<Row>; counts: Counts }): List<Row> {
  return {
    async readPage(db, { limit, offset }) {
      const { rows, counts } = build(db);
      const list = await rows.limit(limit).offset(offset).execute();
      return { list, ...(await counts.executeTakeFirstOrThrow()) };
    },
    selectAll: (db) => build(db).rows.compile(),
    toRows: async (_db, fetched) => fetched as Row[],
  };
}

/** Sorts in the requested direction. Rows without a value come last in both directions. */
export const inDirection = (direction: 'ASC' | 'DESC') => (item: OrderByItemBuilder) =>
  (direction === 'ASC' ? item.asc() : item.desc()).nullsLast();
