import { useLayoutEffect, useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  count += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCountedTopDialog(): void {
  useLayoutEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}

export const useIsTopDialogOpen = (): boolean => useSyncExternalStore(subscribe, () => count > 0);
