type WithId = { readonly id: number | null };

/** Ids in the stored list that the form no longer has; the request sends them as deleted. */
export function removedIds(before: readonly WithId[], now: readonly WithId[]): number[] {
  const kept = new Set(now.map(({ id }) => id));
  return before.flatMap(({ id }) => (id === null || kept.has(id) ? [] : [id]));
}
