import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a time is at most an interval away from now, in the past or in the future. Recorded times are in the
 * future after the clock was set back. Without the upper limit they would count as recent until the clock
 * reaches them.
 */
export const isWithin = (column: string, interval: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} between now() - ${interval}::interval and now() + ${interval}::interval`;
