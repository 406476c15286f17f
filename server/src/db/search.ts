import { type Fragment, fragment, join } from './fragment.ts';

/**
 * Every word of the search must be somewhere in the text, also inside another word. Case and diacritics do not matter:
 * the text is normalised already (search_norm in the database). Wildcards of LIKE are ordinary characters.
 */
export const matchesSearch = (text: Fragment, search: string): Fragment =>
  fragment`(${join(
    wordsOf(search).map((word) => holds(text, word)),
    ' and ',
  )})`;

/** A word that no index finds is sought in every text, where strpos is several times as fast as LIKE. */
const holds = (text: Fragment, word: string): Fragment =>
  isIndexed(word)
    ? fragment`${text} like search_norm(${`%${word.replace(/[\\%_]/g, (character) => `\\${character}`)}%`})`
    : fragment`strpos(${text}, search_norm(${word})) > 0`;

const wordsOf = (search: string): string[] => search.split(/\s+/).filter((word) => word !== '');

/** The indexes of searches hold groups of three letters (trigrams). */
const isIndexed = (word: string): boolean => word.length >= 3;

/** Whether an index finds the words of a search. */
export function indexedWords(search: string): 'all' | 'some' | 'none' {
  const words = wordsOf(search);
  if (words.every(isIndexed)) return 'all';
  return words.some(isIndexed) ? 'some' : 'none';
}

/** matchesSearch as conditions of a source: none without a search. */
export const searched = (text: Fragment, search: string | undefined): Fragment[] =>
  search === undefined ? [] : [matchesSearch(text, search)];
