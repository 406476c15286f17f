import {
  type Expression,
  type OrderByItemBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import type { Db } from '../db/tx.ts';
import type { List } from './list.ts';

type Queries<DB, Tables extends keyof DB, Row> = {
  /** Selects all rows in the list's order, which ends with the id. */
  readonly rows: SelectQueryBuilder<DB, Tables, Row>;
  readonly filtered: RawBuilder<number>;
  readonly total: RawBuilder<number>;
};

/** A list of a short table. One query per page sorts and counts all its rows. */
export function plainList<DB, Tables extends keyof DB, Row>(
  build: (db: Db) => Queries<DB, Tables, Row>,
): List<Row> {
  return {
    async readPage(db, { limit, offset }) {
      const { rows, filtered, total } = build(db);
      const counts = [filtered.as('filtered'), total.as('total')] as const;
      const page = rows.select(counts).limit(limit).offset(offset).execute();
      // Kysely cannot infer the columns when the row type is a type parameter
      const list = (await page) as unknown as (Row & Counts)[];
      const [first = await db.selectNoFrom(counts).executeTakeFirstOrThrow()] = list;
      return { list, filtered: first.filtered, total: first.total };
    },
    selectAll: (db) => build(db).rows.compile(),
    toRows: async (_db, fetched) => fetched as Row[],
  };
}

type Counts = { readonly filtered: number; readonly total: number };

/** Counts the rows of `query`, which needs no selected columns. */
export const countRows = (query: Expression<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*) from (${query}) as counted)`;

/** Sorts in the requested direction. Rows without a value come last in both directions. */
export const inDirection = (direction: 'ASC' | 'DESC') => (item: OrderByItemBuilder) =>
  (direction === 'ASC' ? item.asc() : item.desc()).nullsLast();
