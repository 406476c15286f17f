import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

/**
 * A value outside of React. Components that read it with useStore render again when it changes; components
 * between them do not.
 */
export type ReadableStore<Value> = {
  readonly read: () => Value;
  readonly subscribe: (listener: () => void) => () => void;
};

/** A store with the value of the last render. As useLatest, but descendants can subscribe to it. */
export function useStoreValue<Value>(value: Value): ReadableStore<Value> {
  const [store] = useState(() => createStore(value));
  useLayoutEffect(() => store.set(value));
  return store;
}

export function useStore<Value>({ read, subscribe }: ReadableStore<Value>): Value {
  return useSyncExternalStore(subscribe, read);
}

/** Creates a store; components read it with useStore. */
export function createStore<Value>(first: Value): ReadableStore<Value> & { set: (value: Value) => void } {
  const listeners = new Set<() => void>();
  let current = first;
  return {
    read: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
  };
}
