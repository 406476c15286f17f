import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a time is no further from now than this interval, in either direction. A time noted before the clock was put
 * back lies in the future, and would otherwise count as recent until the clock reaches it again.
 */
export const isWithin = (column: string, interval: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} between now() - ${interval}::interval and now() + ${interval}::interval`;
