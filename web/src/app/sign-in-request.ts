import { createAtom, useSelector } from '@tanstack/react-store';
import { hasUnsavedWork } from '../ui/form/unsaved-work.ts';
import { notifyUntilDone } from '../ui/overlay/notify.tsx';

/**
 * A sign-in dialog over a page with unsaved work. The page stays on the screen. An expired password adds a
 * second step.
 */
export type SignInRequest = {
  readonly step: 'signIn' | 'newPassword';
  readonly reason: string;
  readonly isOpen: boolean;
};

const REMINDERS = {
  signIn: { message: 'Zaloguj się, aby zapisać formularz.', label: 'Zaloguj się' },
  newPassword: { message: 'Ustaw własne hasło, aby zapisać formularz.', label: 'Ustaw hasło' },
} as const;

const current = createAtom<SignInRequest | null>(null);
let hideReminder: (() => void) | undefined;

function setRequest(next: SignInRequest | null): void {
  hideReminder?.();
  hideReminder = undefined;
  current.set(next);
}

export const useSignInRequest = (): SignInRequest | null => useSelector(current);

export function requestSignIn(reason: string): void {
  setRequest({ step: 'signIn', reason, isOpen: true });
}

/**
 * With an expired password the guard redirects to the account page. If the redirect would lose unsaved work,
 * opens the dialog for a new password instead. Returns whether the page must stay.
 */
export function requestNewPassword(passwordExpired: boolean, pathname: string): boolean {
  if (!passwordExpired || pathname === '/my-account' || !hasUnsavedWork()) return false;
  const reason = 'Obecne hasło nadał ktoś inny albo jest zbyt stare.';
  setRequest({ step: 'newPassword', reason, isOpen: true });
  return true;
}

/** Closes the dialog so that the user can read the form; a notification reopens the dialog. */
export function postponeSignIn(): void {
  const request = current.get();
  if (request === null) return;
  const { message, label } = REMINDERS[request.step];
  setRequest({ ...request, isOpen: false });
  hideReminder = notifyUntilDone(message, request.reason, {
    label,
    onClick: () => setRequest({ ...request, isOpen: true }),
  });
}

export function cancelSignIn(): void {
  if (current.get() !== null) setRequest(null);
}
