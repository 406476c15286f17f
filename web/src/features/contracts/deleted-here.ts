/*
 * Which contracts were deleted on this screen: the history of the browser still leads to their pages, and whoever
 * deleted them need not be told that they are not there. Ids are never given again.
 */

const deleted = new Set<number>();

export function rememberDeleted(id: number): void {
  deleted.add(id);
}

export function wasDeletedHere(id: number): boolean {
  return deleted.has(id);
}
