/** A record that a change of many records cannot include. */
export type Rejection = { readonly name: string; readonly reason: string };

/**
 * The reason of the first record, with its name, and how many other records have one: "Z/1: … Nie można też
 * zmienić statusu innych kontraktów (2)." `unchanged` names what else cannot be changed; null without a record.
 */
export function firstReason(rejected: readonly Rejection[], unchanged: string): string | null {
  const [first, ...others] = rejected;
  if (first === undefined) return null;
  const more = others.length > 0 ? ` Nie można też zmienić ${unchanged} (${others.length}).` : '';
  return `${first.name}: ${first.reason}${more}`;
}
