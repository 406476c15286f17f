import { notifyUntilDone } from '../ui/notify.tsx';
import { createStore, useStore } from '../ui/use-watched.ts';

/** A sign-in over unsaved work, which stays on the screen meanwhile. */
type Request = { readonly reason: string; readonly isOpen: boolean };

const current = createStore<Request | null>(null);
let hideReminder: (() => void) | undefined;

function change(next: Request | null): void {
  hideReminder?.();
  hideReminder = undefined;
  current.set(next);
}

export const useSignInRequest = (): Request | null => useStore(current);

export function requestSignIn(reason: string): void {
  change({ reason, isOpen: true });
}

/** The user looks at the form first; a notification leads back to the dialog. */
export function postponeSignIn(): void {
  const request = current.read();
  if (request === null) return;
  const { reason } = request;
  change({ reason, isOpen: false });
  hideReminder = notifyUntilDone('Zaloguj się, aby zapisać formularz.', reason, {
    label: 'Zaloguj się',
    onClick: () => requestSignIn(reason),
  });
}

export function cancelSignIn(): void {
  if (current.read() !== null) change(null);
}
