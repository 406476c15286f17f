/** Ends a text with a full stop, unless the name it ends with brings its own: `… Sp. z o.o.` */
export function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
