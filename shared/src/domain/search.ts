import { stripInvisibleCharacters } from './invisible-characters.ts';
import { polishNationalNumber } from './phone.ts';

/**
 * Blanks, hyphens and dashes, slashes, dots, commas and brackets: people write them in numbers or leave them out, so a
 * search ignores them. The twin of search_key in 0030-search-keys.sql.
 */
const SEPARATORS = /[\s\-\u2010-\u2015\u2212/\\\u2044\u2215.,()[\]{}]/g;

export const stripSeparators = (text: string): string =>
  stripInvisibleCharacters(text).replace(SEPARATORS, '');

/**
 * The words of a search query, without separators; each must match a part of the searched text. A query that as a whole
 * reads as a phone number is one word. A word that is only separators is none.
 */
export function searchWords(query: string): string[] {
  const whole = stripSeparators(query);
  const words = isPhoneNumber(whole)
    ? [whole]
    : stripInvisibleCharacters(query).split(/\s+/).map(stripSeparators);
  return words.filter((word) => word !== '').map(withoutCountryCode);
}

/** A whole Polish number, or an international one; fewer digits may be the words of a contract number. */
const isPhoneNumber = (text: string): boolean =>
  polishNationalNumber(text) !== null || /^(?:\+\d+|0048\d{3,}|00[1-9]\d{8,})$/.test(text);

/** A stored number may have another country code than the query or none, so the national number is compared. */
function withoutCountryCode(word: string): string {
  const partial = /^(?:\+|00)48(\d{3,})$/.exec(word)?.[1] ?? /^(?:\+|00(?=\d{9}))(\d+)$/.exec(word)?.[1];
  return polishNationalNumber(word) ?? partial ?? word;
}

/** Whether every word of the query matches a part of the text, for lists that are filtered in the browser. */
export function matchesSearch(text: string, query: string): boolean {
  const key = foldText(stripSeparators(text));
  return searchWords(query).every((word) => key.includes(foldText(word)));
}

/** Without case and diacritics; ł has no decomposition in Unicode. */
const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ł/gi, 'l').toLowerCase();
