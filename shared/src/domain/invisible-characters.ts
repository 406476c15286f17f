/*
 * Invisible characters that come along when text is copied from e-mails, contacts and web pages: soft hyphens, blanks of
 * no width, marks of writing direction. A search does not find a number with one inside, and the marks reverse a line.
 */
const INVISIBLE_CHARACTERS =
  /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;

/** The text without its invisible characters. */
export const stripInvisibleCharacters = (text: string): string => text.replaceAll(INVISIBLE_CHARACTERS, '');
