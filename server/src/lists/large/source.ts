import { type Fragment, fragment, join } from './fragment.ts';

/** The rows of a list: tables with their aliases, and conditions that must all hold. */
export type Source = { readonly from: Fragment; readonly where: readonly Fragment[] };

export const withConditions = ({ from, where }: Source, conditions: readonly Fragment[]): Source => ({
  from,
  where: [...where, ...conditions],
});

export const whereClause = ({ where }: Source): Fragment =>
  where.length === 0 ? fragment`` : fragment`where ${join(where, ' and ')}`;

export const selectRows = (source: Source, columns: Fragment): Fragment =>
  fragment`select ${columns} from ${source.from} ${whereClause(source)}`;

/** Counts the matching rows. */
export const countOf = (source: Source): Fragment =>
  fragment`select count(*) from ${source.from} ${whereClause(source)}`;

/**
 * Counts the matching rows from a table of counters that triggers maintain: the sum of its column `n`
 * (docs/decisions/0005).
 */
export const counterSum = (source: Source): Fragment =>
  fragment`select coalesce(sum(n), 0)::bigint from ${source.from} ${whereClause(source)}`;

/** Counts all rows of a scope from the counters that triggers maintain, in the same time at any size. */
export const rowTotal = (scope: string): Fragment =>
  counterSum({ from: fragment`row_total`, where: [fragment`scope = ${scope}`] });
