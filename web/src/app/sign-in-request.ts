import { useSyncExternalStore } from 'react';
import { notifyUntilDone } from '../ui/notify.tsx';

/** A sign-in over unsaved work, which stays on the screen meanwhile. */
type Request = { readonly reason: string; readonly isOpen: boolean };

let request: Request | null = null;
let hideReminder: (() => void) | undefined;
const listeners = new Set<() => void>();

function change(next: Request | null): void {
  request = next;
  hideReminder?.();
  hideReminder = undefined;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSignInRequest = (): Request | null => useSyncExternalStore(subscribe, () => request);

export function requestSignIn(reason: string): void {
  change({ reason, isOpen: true });
}

/** The user looks at the form first; a notification leads back to the dialog. */
export function postponeSignIn(): void {
  if (request === null) return;
  const { reason } = request;
  change({ reason, isOpen: false });
  hideReminder = notifyUntilDone('Zaloguj się, aby zapisać formularz.', reason, {
    label: 'Zaloguj się',
    onClick: () => requestSignIn(reason),
  });
}

export function cancelSignIn(): void {
  if (request !== null) change(null);
}
