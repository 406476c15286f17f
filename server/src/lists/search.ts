import { searchWords } from '@spichlerz/shared/domain/search';
import { type Fragment, fragment, join } from './fragment.ts';

/**
 * Requires every word of the search query to match a part of a search key (search_key in the database).
 * Returns no condition without a query. Wildcards of LIKE are ordinary characters.
 */
export function searched(key: Fragment, search: string | undefined): Fragment[] {
  if (search === undefined) return [];
  const words = searchWords(search).map((word) => matches(key, word));
  return [words.length === 0 ? fragment`true` : fragment`(${join(words, ' and ')})`];
}

/**
 * A word without a trigram would return every row of the index, and strpos is several times as fast as LIKE.
 */
const matches = (key: Fragment, word: string): Fragment =>
  isIndexed(word)
    ? fragment`${key} like search_pattern(${word})`
    : fragment`strpos(${key}, search_key(${word})) > 0`;

/** The search indexes hold trigrams of letters and digits. */
const isIndexed = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

/** Returns how many words of a search query have a trigram that the index can look up. */
export function indexedWords(search: string): 'all' | 'some' | 'none' {
  const words = searchWords(search);
  if (!words.some(isIndexed)) return 'none';
  return words.every(isIndexed) ? 'all' : 'some';
}
