import { useLocalStorage } from '../hooks/use-local-storage.ts';
import { usePreferencesOwner } from './preferences-owner.ts';

/** Whether rows are low, stored in this browser per user for all lists. */
export function useDensity() {
  const [stored, store] = useLocalStorage(`dense:${usePreferencesOwner()}`);
  return {
    isDense: stored !== null,
    setDense: (isDense: boolean) => store(isDense ? 'true' : null),
  };
}
