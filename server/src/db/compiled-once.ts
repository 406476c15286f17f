import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './tx.ts';

type Compilable<Row> = { compile(): CompiledQuery<Row> };
type Placeholders<Values extends readonly unknown[]> = { [Index in keyof Values]: RawBuilder<Values[Index]> };

/** Marks the position of a value that differs between calls of a compiled query. */
class Placeholder {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

function placeholdersFor<Values extends readonly unknown[]>(values: Values): Placeholders<Values> {
  return values.map((_value, index) => sql`${new Placeholder(index)}`) as unknown as Placeholders<Values>;
}

/**
 * Compiles a query at its first call and reuses it, because building the SQL text of a wide row takes longer
 * than reading fifty such rows. `build` gets a placeholder for each value that differs between calls, so the
 * text never changes.
 */
export function compiledOnce<Values extends readonly unknown[], Row>(
  build: (db: Db, ...slots: Placeholders<Values>) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, ...values) => {
    compiled ??= build(db, ...placeholdersFor(values)).compile();
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.index] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

/** The placeholder of ids in a query that is compiled once. */
export type Ids = RawBuilder<readonly number[]>;

/**
 * Restricts a query to ids. They are one array parameter, so the text of the query is the same for any number
 * of ids.
 */
export const isAnyOf = (column: string, ids: Ids): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;
