/** Adds a full stop unless the text ends with one: `… Sp. z o.o.` */
export function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
