import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** A value of each drawing, told to whoever asks for it without drawing what is between. */
export type Watched<Value> = {
  readonly read: () => Value;
  readonly watch: (listener: () => void) => () => void;
};

/** As useLatest, for what may also be shown somewhere below. */
export function useWatched<Value>(value: Value): Watched<Value> {
  const [watched] = useState(() => watchedOf(value));
  useLayoutEffect(() => watched.tell(value));
  return watched;
}

export function useWatching<Value>({ read, watch }: Watched<Value>): Value {
  return useSyncExternalStore(watch, read);
}

function watchedOf<Value>(first: Value): Watched<Value> & { tell: (value: Value) => void } {
  const listeners = new Set<() => void>();
  let current = first;
  return {
    read: () => current,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
  };
}
