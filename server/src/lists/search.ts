import { canUseSearchIndex, searchWords } from '@spichlerz/shared/domain/search';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether every word of the search query matches a part of a search key (search_key in the database); true
 * without a query. Wildcards of LIKE are ordinary characters.
 */
export function matchesSearch(key: RawBuilder<string>, search: string | undefined): RawBuilder<SqlBool> {
  const words = matchingWords<RawBuilder<unknown>>(sql, key, search);
  return sql<SqlBool>`(${sql.join([sql`true`, ...words], sql` and `)})`;
}

/**
 * The number of words of one query that are looked up in indexes, each in the indexes of several tables.
 * Further words only filter the rows found, because PostgreSQL needed seconds to plan sixty lookups in one
 * statement.
 */
const LOOKED_UP_WORDS = 3;

/** Returns the longest words that an index can look up, or the longest words if an index can look up none. */
export function wordsToLookUp(words: readonly string[]): string[] {
  const indexed = words.filter(canUseSearchIndex);
  return (indexed.length > 0 ? indexed : words)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, LOOKED_UP_WORDS);
}

type Tag<Sql> = (strings: TemplateStringsArray, ...values: readonly unknown[]) => Sql;

/**
 * Returns the condition for one word of searchWords, built by a template tag for SQL. A word without a trigram
 * uses strpos: an index would return every row, and strpos is several times as fast as LIKE.
 */
export const matchesWord = <Sql>(tag: Tag<Sql>, key: Sql, word: string): Sql =>
  canUseSearchIndex(word)
    ? tag`${key} like search_pattern(${word})`
    : tag`strpos(${key}, search_key(${word})) > 0`;

/** Returns a condition per word of the search query. */
export const matchingWords = <Sql>(tag: Tag<Sql>, key: Sql, search: string | undefined): Sql[] =>
  searchWords(search ?? '').map((word) => matchesWord(tag, key, word));
