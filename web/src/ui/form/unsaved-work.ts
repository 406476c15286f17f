import { requestConfirmation } from '../overlay/confirm.ts';
import { UI_TEXTS } from '../texts.ts';

/*
 * Separate from the navigation blocker: every page loads this file, and only pages with a form load the
 * blocker.
 */

type ChangeCheck = { readonly current: () => boolean };

/** The change checks of all forms on the screen. */
const forms = new Set<ChangeCheck>();

/** Registers the change check of a form. Returns a function that removes this check. */
export function registerForm(hasChanges: ChangeCheck): () => void {
  forms.add(hasChanges);
  return () => void forms.delete(hasChanges);
}

export function hasUnsavedWork(): boolean {
  return [...forms].some(({ current }) => current());
}

/** `reason` explains the prompt when the user did not start the navigation. */
export function confirmLeaving(reason?: string): Promise<boolean> {
  return requestConfirmation({
    title: UI_TEXTS.leaveTitle,
    message: reason === undefined ? UI_TEXTS.leaveMessage : `${reason} ${UI_TEXTS.leaveMessage}`,
    confirmLabel: UI_TEXTS.leaveConfirm,
    cancelLabel: UI_TEXTS.backToForm,
    danger: true,
  });
}
