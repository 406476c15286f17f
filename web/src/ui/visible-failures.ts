import { useLayoutEffect } from 'react';

/** Contains an error once per place that shows it. */
const visibleErrors: unknown[] = [];
const listeners = new Set<() => void>();

function updateAndNotify(write: () => void): void {
  write();
  for (const listener of listeners) listener();
}

/** Marks an error as visible in the page, so that no notification repeats it. */
export function useVisibleFailure(error: unknown): void {
  useLayoutEffect(() => {
    updateAndNotify(() => visibleErrors.push(error));
    return () => updateAndNotify(() => visibleErrors.splice(visibleErrors.indexOf(error), 1));
  }, [error]);
}

export function isFailureVisible(error: unknown): boolean {
  return visibleErrors.includes(error);
}

export function onVisibleFailuresChange(listener: () => void): void {
  listeners.add(listener);
}
