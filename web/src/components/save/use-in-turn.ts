import { useRef } from 'react';

type SequentialSave<Item> = <Saved>(
  items: readonly Item[],
  savedOf: (item: Item, index: number) => Saved,
  send: (item: Item, saved: Saved, index: number) => Promise<unknown>,
) => Promise<void>;

/**
 * Sends for each item what is to be saved of it, one after another: items of one selection share contracts, which the
 * server locks in turn, and a refusal names the first that could not be done. What is through is not sent again when the
 * rest is tried anew, unless it is something else by then.
 */
export function useSequentialSave<Item>(idOf: (item: Item) => number): SequentialSave<Item> {
  const done = useRef(new Map<number, string>());
  return async (items, savedOf, send) => {
    for (const [index, item] of items.entries()) {
      const saved = savedOf(item, index);
      const text = JSON.stringify(saved);
      if (done.current.get(idOf(item)) === text) continue;
      // oxlint-disable-next-line no-await-in-loop -- one after another is the point
      await send(item, saved, index);
      done.current.set(idOf(item), text);
    }
  };
}
