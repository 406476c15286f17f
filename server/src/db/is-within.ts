import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a time is no further from now than this interval, either way: what was noted by a clock that has been put back
 * since lies ahead, and would else stay recent until the clock gets there again.
 */
export const isWithin = (column: string, interval: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} between now() - ${interval}::interval and now() + ${interval}::interval`;
