import { useLocalStorage } from '../hooks/use-local-storage.ts';
import { usePreferencesOwner } from './preferences-owner.ts';
import { useShownView } from './shown-view.ts';

/**
 * Whether rows are compact, stored in this browser per user for all lists. The row height of a shown saved view
 * applies until the user changes it.
 */
export function useDensity() {
  const view = useShownView();
  const name = `dense:${usePreferencesOwner()}`;
  const [stored, store] = useLocalStorage(view === null ? name : `${name}:${view.id}`);
  const initial = view?.isDense ?? false;
  return {
    isDense: stored === null ? initial : stored === 'true',
    setDense: (isDense: boolean) => store(isDense === initial ? null : String(isDense)),
  };
}
