/** Text as screens and papers show it in a line: none but single blanks, and none around it. */
export const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');
