import { useLayoutEffect } from 'react';
import { createStore, useStore } from '../hooks/store.ts';

const openCount = createStore(0);

export function useCountTopDialog(): void {
  useLayoutEffect(() => {
    openCount.set(openCount.read() + 1);
    return () => openCount.set(openCount.read() - 1);
  }, []);
}

export const useIsTopDialogOpen = (): boolean => useStore(openCount) > 0;
