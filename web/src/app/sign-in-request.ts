import { createAtom, useSelector } from '@tanstack/react-store';
import { notifyUntilDone } from '../ui/overlay/notify.tsx';

/** A sign-in dialog over unsaved work, which stays on the screen. */
type SignInRequest = { readonly reason: string; readonly isOpen: boolean };

const current = createAtom<SignInRequest | null>(null);
let hideReminder: (() => void) | undefined;

function setRequest(next: SignInRequest | null): void {
  hideReminder?.();
  hideReminder = undefined;
  current.set(next);
}

export const useSignInRequest = (): SignInRequest | null => useSelector(current);

export function requestSignIn(reason: string): void {
  setRequest({ reason, isOpen: true });
}

/** Closes the dialog so that the user can read the form; a notification reopens the dialog. */
export function postponeSignIn(): void {
  const request = current.get();
  if (request === null) return;
  const { reason } = request;
  setRequest({ reason, isOpen: false });
  hideReminder = notifyUntilDone('Zaloguj się, aby zapisać formularz.', reason, {
    label: 'Zaloguj się',
    onClick: () => requestSignIn(reason),
  });
}

export function cancelSignIn(): void {
  if (current.get() !== null) setRequest(null);
}
