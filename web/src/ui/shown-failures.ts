import { useLayoutEffect } from 'react';

/** As often as it is shown, so that one of two places may go. */
const shown: unknown[] = [];
const listeners = new Set<() => void>();

function change(write: () => void): void {
  write();
  for (const listener of listeners) listener();
}

/** Says that this failure stands on the screen in its own place, so that it is told nowhere else. */
export function useVisibleFailure(error: unknown): void {
  useLayoutEffect(() => {
    change(() => shown.push(error));
    return () => change(() => shown.splice(shown.indexOf(error), 1));
  }, [error]);
}

export function isFailureVisible(error: unknown): boolean {
  return shown.includes(error);
}

export function onVisibleFailuresChange(listener: () => void): void {
  listeners.add(listener);
}
