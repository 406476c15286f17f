/*
 * Invisible characters copied from e-mails, contacts and web pages: soft hyphens, zero-width spaces and
 * direction marks. A search does not match a number that contains one, and direction marks reverse a line.
 */
const INVISIBLE_CHARACTERS =
  /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;

/** Returns the text without invisible characters. */
export const stripInvisibleCharacters = (text: string): string => text.replaceAll(INVISIBLE_CHARACTERS, '');
