import { canUseSearchIndex, searchWords } from '@spichlerz/shared/domain/search';
import { matchingWords } from '../search.ts';
import { type Fragment, fragment, join } from './fragment.ts';

/**
 * The condition of a search (matchesSearch) on a search key. Returns no condition without a query, so that
 * the list counts as unfiltered.
 */
export function searched(key: Fragment, search: string | undefined): Fragment[] {
  if (search === undefined) return [];
  const words = matchingWords(fragment, key, search);
  return [words.length === 0 ? fragment`true` : fragment`(${join(words, ' and ')})`];
}

/**
 * Returns whether all, some or none of the words of a search query have a trigram that the index can look up.
 */
export function indexedWords(search: string): 'all' | 'some' | 'none' {
  const words = searchWords(search);
  if (!words.some(canUseSearchIndex)) return 'none';
  return words.every(canUseSearchIndex) ? 'all' : 'some';
}
