import { collapseWhitespace } from './collapse-whitespace.ts';
import { stripInvisibleCharacters } from './invisible-characters.ts';

/** National numbers of Poland have nine digits and never start with a zero. */
const POLISH_NUMBER = /^[1-9]\d{8}$/;
/** Separators that users type between digits. */
const SEPARATORS = /[\s().\-–/]/g;

/**
 * Returns the stored and displayed form of a phone number. A Polish number becomes `+48 601 234 567`. A
 * foreign number keeps its grouping, with `+` instead of `00`. In any other text, such as a number with an
 * extension, only white space and invisible characters change. The function is idempotent.
 */
export function normalisePhone(text: string): string {
  const trimmed = collapseWhitespace(stripInvisibleCharacters(text));
  const national = polishNationalNumber(trimmed.replace(SEPARATORS, ''));
  if (national !== null) {
    return `+48 ${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`;
  }
  return /^00\s?[1-9][\d\s().\-–/]*$/.test(trimmed) ? trimmed.replace(/^00\s?/, '+') : trimmed;
}

/** Returns the nine digits of a Polish number, or null for any other text. */
export function polishNationalNumber(digits: string): string | null {
  const [, rest] = /^(?:\+48|0048|48(?=\d{9}$)|0(?=\d{9}$))?(.+)$/.exec(digits) ?? [];
  // Some users keep the long-distance prefix 0 after the country code.
  const national = rest?.replace(/^0(?=\d{9}$)/, '') ?? '';
  return POLISH_NUMBER.test(national) ? national : null;
}
