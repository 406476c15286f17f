import { useLayoutEffect } from 'react';
import { createStore, useStore } from '../use-watched.ts';

const count = createStore(0);

export function useCountedTopDialog(): void {
  useLayoutEffect(() => {
    count.set(count.read() + 1);
    return () => count.set(count.read() - 1);
  }, []);
}

export const useIsTopDialogOpen = (): boolean => useStore(count) > 0;
