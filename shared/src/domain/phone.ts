import { collapseWhitespace } from './collapse-whitespace.ts';
import { stripInvisibleCharacters } from './invisible-characters.ts';

/** National numbers of Poland have nine digits and never start with a zero. */
const POLISH_NUMBER = /^[1-9]\d{8}$/;
/** What people write between the digits. */
const SEPARATORS = /[\s().\-–/]/g;

/**
 * A phone number in the one form it is stored and shown in: a Polish one as `+48 601 234 567`, however it was
 * typed. A foreign one keeps its own grouping, with `+` for `00`; anything else, such as a number with an extension,
 * stays as it is but for blanks. What comes out goes in again unchanged.
 */
export function normalisePhone(text: string): string {
  const trimmed = collapseWhitespace(stripInvisibleCharacters(text));
  const national = polishNationalNumber(trimmed.replace(SEPARATORS, ''));
  if (national !== null) {
    return `+48 ${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`;
  }
  return /^00\s?[1-9][\d\s().\-–/]*$/.test(trimmed) ? trimmed.replace(/^00\s?/, '+') : trimmed;
}

/** The nine digits of a number that can only be Polish, null for any other. */
export function polishNationalNumber(digits: string): string | null {
  const [, rest] = /^(?:\+48|0048|48(?=\d{9}$)|0(?=\d{9}$))?(.+)$/.exec(digits) ?? [];
  // people keep the zero of a long-distance call after the country's code, too
  const national = rest?.replace(/^0(?=\d{9}$)/, '') ?? '';
  return POLISH_NUMBER.test(national) ? national : null;
}
