import { useRef } from 'react';

type SequentialSave<Item> = <Value>(
  items: readonly Item[],
  valueOf: (item: Item, index: number) => Value,
  send: (item: Item, value: Value, index: number) => Promise<unknown>,
) => Promise<void>;

/**
 * Saves items one after another, because items of one selection share contracts that the server locks. After
 * an error, a retry skips items that were saved with the same value.
 */
export function useSequentialSave<Item>(idOf: (item: Item) => number): SequentialSave<Item> {
  const done = useRef(new Map<number, string>());
  return async (items, valueOf, send) => {
    for (const [index, item] of items.entries()) {
      const value = valueOf(item, index);
      const text = JSON.stringify(value);
      if (done.current.get(idOf(item)) === text) continue;
      // oxlint-disable-next-line no-await-in-loop -- the calls must run one after another
      await send(item, value, index);
      done.current.set(idOf(item), text);
    }
  };
}
