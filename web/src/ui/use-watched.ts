import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** A value of each drawing, told to whoever asks for it without drawing what is between. */
export type ReadableStore<Value> = {
  readonly read: () => Value;
  readonly watch: (listener: () => void) => () => void;
};

/** As useLatest, for what may also be shown somewhere below. */
export function useStoreValue<Value>(value: Value): ReadableStore<Value> {
  const [watched] = useState(() => createStore(value));
  useLayoutEffect(() => watched.set(value));
  return watched;
}

export function useStore<Value>({ read, watch }: ReadableStore<Value>): Value {
  return useSyncExternalStore(watch, read);
}

/** A value outside of React; components read it with useStore. */
export function createStore<Value>(first: Value): ReadableStore<Value> & { set: (value: Value) => void } {
  const listeners = new Set<() => void>();
  let current = first;
  return {
    read: () => current,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
  };
}
