type WithId = { readonly id: number | null };

/** Ids a record's list has and its form no longer shows: what the request lists as deleted. */
export function removedIds(before: readonly WithId[], now: readonly WithId[]): number[] {
  const kept = new Set(now.map(({ id }) => id));
  return before.flatMap(({ id }) => (id === null || kept.has(id) ? [] : [id]));
}
