/** Trims a text and replaces every run of white space by one space, for display on one line. */
export const collapseWhitespace = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');
