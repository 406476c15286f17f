import { isIndexed, searchWords } from '@spichlerz/shared/domain/search';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether every word of the search query matches a part of a search key (search_key in the database); true
 * without a query. Wildcards of LIKE are ordinary characters.
 */
export function matchesSearch(key: RawBuilder<string>, search: string | undefined): RawBuilder<SqlBool> {
  const words = matchingWords<RawBuilder<unknown>>(sql, key, search);
  return sql<SqlBool>`(${sql.join([sql`true`, ...words], sql` and `)})`;
}

type Tag<Sql> = (strings: TemplateStringsArray, ...values: readonly unknown[]) => Sql;

/**
 * Returns a condition per word, built by a template tag for SQL. A word without a trigram would return every
 * row of a search index, and strpos is several times as fast as LIKE.
 */
export const matchingWords = <Sql>(tag: Tag<Sql>, key: Sql, search: string | undefined): Sql[] =>
  searchWords(search ?? '').map((word) =>
    isIndexed(word) ? tag`${key} like search_pattern(${word})` : tag`strpos(${key}, search_key(${word})) > 0`,
  );
