/** Trims a text and makes every run of white space one blank, as screens and papers show it in one line. */
export const collapseWhitespace = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');
