/*
 * What copying from mails, contacts and web pages brings along and nobody sees: soft hyphens, blanks of no width, and
 * marks of the direction of writing. A number with one is another number to a search, and the marks turn a line round.
 */
const UNSEEN = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;

/** Text as it looks: without the characters that nobody sees. */
export const withoutUnseen = (text: string): string => text.replaceAll(UNSEEN, '');
