/*
 * Invisible characters copied from e-mails, contacts and web pages: soft hyphens, zero-width spaces and
 * direction marks. A search would not find a number with an invisible character, and a direction mark may
 * reverse the displayed text.
 */
const INVISIBLE_CHARACTERS =
  /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;

export const stripInvisibleCharacters = (text: string): string => text.replaceAll(INVISIBLE_CHARACTERS, '');
