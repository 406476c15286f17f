/** Trims a text and replaces every run of white space by one space, as a text on one line is displayed. */
export const collapseWhitespace = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');
