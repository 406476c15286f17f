/** A record that is left out of a change of many records, with the reason. */
export type Rejection = { readonly name: string; readonly reason: string };

/**
 * Returns the name and the reason of the first record, and the number of the other records: "Z/1: … Nie można
 * też zmienić statusu innych kontraktów (2)." `unchanged` is the object of the second sentence. Null without a
 * record.
 */
export function firstReason(rejected: readonly Rejection[], unchanged: string): string | null {
  const [first, ...others] = rejected;
  if (first === undefined) return null;
  const more = others.length > 0 ? ` Nie można też zmienić ${unchanged} (${others.length}).` : '';
  return `${first.name}: ${first.reason}${more}`;
}
