import { useCallback, useSyncExternalStore } from 'react';

/** The event for this window, because browsers fire `storage` only in the other windows. */
const CHANGE_EVENT = 'local-storage-changed';

/**
 * A text in localStorage, or null, and a function to set it. The value is a string, because equal strings cause
 * no new render.
 */
export function useLocalStorage(
  name: string,
): [value: string | null, setValue: (text: string | null) => void] {
  const value = useSyncExternalStore(subscribe, () => read(name));
  const setValue = useCallback((text: string | null) => write(name, text), [name]);
  return [value, setValue];
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  window.addEventListener(CHANGE_EVENT, onChange);
  return () => {
    window.removeEventListener('storage', onChange);
    window.removeEventListener(CHANGE_EVENT, onChange);
  };
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // without storage nothing is stored, but the rest works
  }
  window.dispatchEvent(new Event(CHANGE_EVENT));
}
