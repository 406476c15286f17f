import { stripInvisibleCharacters } from './invisible-characters.ts';
import { polishNationalNumber } from './phone.ts';

/**
 * Spaces, hyphens, dashes, slashes, dots, commas and brackets. Users may omit these characters from numbers, so
 * a search ignores them. Must match the SQL function search_key in 0001-baseline.sql.
 */
const SEPARATORS = /[\s\-\u2010-\u2015\u2212/\\\u2044\u2215.,()[\]{}]/g;

export const stripSeparators = (text: string): string =>
  stripInvisibleCharacters(text).replace(SEPARATORS, '');

/**
 * Returns the stored form of a transport order number if the whole query is such a number, otherwise null.
 * Order numbers need their own search condition, because the searched texts do not contain them.
 */
export function transportOrderNumberOf(query: string): string | null {
  const [, year, number] = /^zt(\d{4})(\d{4,})$/i.exec(stripSeparators(query)) ?? [];
  return year === undefined || number === undefined ? null : `ZT/${year}/${number}`;
}

/**
 * Splits a search query into words without separators. Each word must match a part of the searched text, so a
 * word contained in another word is left out. A phone number or transport order number with spaces stays one
 * word.
 */
export function searchWords(query: string): string[] {
  const whole = stripSeparators(query);
  const words =
    isPhoneNumber(whole) || transportOrderNumberOf(whole) !== null
      ? [whole]
      : stripInvisibleCharacters(query).split(/\s+/).map(stripSeparators);
  return withoutParts(words.filter((word) => word !== '').map(withoutCountryCode));
}

/** Leaves out repeated words and words that are a part of another word. */
function withoutParts(words: readonly string[]): string[] {
  const keys = words.map(foldText);
  const isLeftOut = (key: string, index: number) =>
    keys.indexOf(key) < index || keys.some((other) => other !== key && other.includes(key));
  return words.filter((_, index) => !isLeftOut(keys[index] ?? '', index));
}

/**
 * Whether the text is a phone number: a complete Polish number, any digits after +, or enough digits after
 * 00. Other digits may be a part of a contract number.
 */
const isPhoneNumber = (text: string): boolean =>
  polishNationalNumber(text) !== null || /^(?:\+\d+|0048\d{3,}|00[1-9]\d{8,})$/.test(text);

/** Removes + or 00 and the Polish country code, because a stored number may have no country code. */
function withoutCountryCode(word: string): string {
  const partial = /^(?:\+|00)48(\d{3,})$/.exec(word)?.[1] ?? /^(?:\+|00(?=\d{9}))(\d+)$/.exec(word)?.[1];
  return polishNationalNumber(word) ?? partial ?? word;
}

/** Whether the trigram indexes can find the word: it has three letters or digits in a row. */
export const canUseSearchIndex = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

/** Whether every word of the query matches a part of the text, for lists filtered in the browser. */
export function matchesSearch(text: string, query: string): boolean {
  const key = foldText(stripSeparators(text));
  return searchWords(query).every((word) => key.includes(foldText(word)));
}

/** Removes case and diacritics. Unicode does not decompose ł, so it is replaced explicitly. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ł/gi, 'l').toLowerCase();
