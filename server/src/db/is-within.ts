import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a time is at most an interval before or after now. After a clock was set back, an earlier time is in
 * the future. Without the upper limit, that time would count as recent until the clock reaches it.
 */
export const isWithin = (column: string, interval: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} between now() - ${interval}::interval and now() + ${interval}::interval`;
