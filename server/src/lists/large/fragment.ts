import { CompiledQuery } from 'kysely';
import { escapeLiteral } from 'pg';
import { PREPARED, UNPREPARED } from '../../db/prepared-statements.ts';
import type { Db } from '../../db/tx.ts';

/**
 * A piece of SQL with its values, for the queries that select the ids of a list. The text of such a query
 * differs with every filter and order, so it cannot be compiled once (compiledOnce). Building it with Kysely
 * took a third of the time of a list query (docs/decisions/0011).
 */
export class Fragment {
  readonly #strings: readonly string[];
  readonly #values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.#strings = strings;
    this.#values = values;
  }

  /** Returns the text with placeholders and appends their values to `parameters`. */
  write(parameters: unknown[]): string {
    let text = this.#strings[0] ?? '';
    for (const [index, value] of this.#values.entries()) {
      text += value instanceof Fragment ? value.write(parameters) : `$${parameters.push(value)}`;
      text += this.#strings[index + 1] ?? '';
    }
    return text;
  }
}

/** Values become parameters, never text; nested fragments are inserted. */
export const fragment = (strings: TemplateStringsArray, ...values: readonly unknown[]): Fragment =>
  new Fragment(strings, values);

/**
 * Writes a value into the SQL text instead of a parameter, because the value decides the plan of a prepared
 * statement.
 */
export const literal = (value: string): Fragment => new Fragment([escapeLiteral(value)], []);

/** Writes several values of an enumeration into the SQL text, as one array. */
export const literals = (values: readonly string[]): Fragment => literal(`{${values.join()}}`);

export function join(fragments: readonly Fragment[], separator: string): Fragment {
  if (fragments.length === 0) return NOTHING;
  return new Fragment(['', ...fragments.slice(1).map(() => separator), ''], fragments);
}

const NOTHING = fragment``;

/** Runs an unprepared statement, because its best plan depends on its values. */
export const query = <Row>(db: Db, statement: Fragment): Promise<Row[]> =>
  run(db, statement, `${UNPREPARED} `);

/** Runs a prepared statement, because its best plan is the same for all values. */
export const queryPrepared = <Row>(db: Db, statement: Fragment): Promise<Row[]> =>
  run(db, statement, `${PREPARED} `);

async function run<Row>(db: Db, statement: Fragment, beginning: string): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(compiled<Row>(statement, beginning));
  return rows;
}

export function compiled<Row>(statement: Fragment, beginning = ''): CompiledQuery<Row> {
  const parameters: unknown[] = [];
  const text = beginning + statement.write(parameters);
  return CompiledQuery.raw(text, parameters);
}
