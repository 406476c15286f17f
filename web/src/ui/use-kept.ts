import { useCallback, useSyncExternalStore } from 'react';

/** Told to this window; other windows of the browser hear of it from the browser itself. */
const CHANGED = 'kept-changed';

/**
 * Text this browser keeps under a name, null when there is none, and how to keep another. As text it is the same
 * value until it changes, so nothing is drawn again for having been read again.
 */
export function useLocalStorage(name: string): [kept: string | null, keep: (text: string | null) => void] {
  const kept = useSyncExternalStore(listen, () => read(name));
  const keep = useCallback((text: string | null) => write(name, text), [name]);
  return [kept, keep];
}

function listen(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener('storage', onChange);
    window.removeEventListener(CHANGED, onChange);
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
    // without storage nothing is kept, and everything else works
  }
  window.dispatchEvent(new Event(CHANGED));
}
