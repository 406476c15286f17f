import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a time is at most an interval away from now, in either direction. After a clock was set back, an
 * earlier time lies in the future and would otherwise count as recent until the clock reaches it.
 */
export const isWithin = (column: string, interval: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} between now() - ${interval}::interval and now() + ${interval}::interval`;
