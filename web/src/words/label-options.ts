/** A record of words as the options of a select, in the record's order. */
export function labelOptions<Value extends string>(
  words: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] {
  return (Object.keys(words) as Value[]).map((value) => ({ value, label: words[value] }));
}
