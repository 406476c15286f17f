import { useRef } from 'react';

/**
 * Sends for each item, one after another: items of one selection share contracts, which the server locks in turn, and
 * a refusal names the first that could not be done. What is through is not sent again when the rest is tried anew.
 */
export function useInTurn<Item>(
  idOf: (item: Item) => number,
): (items: readonly Item[], send: (item: Item, index: number) => Promise<unknown>) => Promise<void> {
  const done = useRef(new Set<number>());
  return async (items, send) => {
    for (const [index, item] of items.entries()) {
      const id = idOf(item);
      if (done.current.has(id)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one after another is the point
      await send(item, index);
      done.current.add(id);
    }
  };
}
