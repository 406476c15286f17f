/*
 * Ids of contracts that were deleted in this tab. The browser history still has their pages, which redirect
 * to the list instead of the not-found page. Ids are never reused.
 */

const deleted = new Set<number>();

export function markDeleted(id: number): void {
  deleted.add(id);
}

export function wasDeletedHere(id: number): boolean {
  return deleted.has(id);
}
