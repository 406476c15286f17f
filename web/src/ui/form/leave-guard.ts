import { requestConfirmation } from '../dialog/confirm.ts';
import { UI_WORDS } from '../words.ts';
import { useNavigationBlocker } from './step-guard.ts';

/**
 * Asks before a changed form is left, by a link, the back button or closing the tab. `onLeave` closes a form that lies
 * over the page: the step may lead to another state of the same page, which stays.
 */
export function useUnsavedChangesPrompt(isChanged: () => boolean, onLeave?: () => void): void {
  useNavigationBlocker(isChanged, confirmLeaving, onLeave);
}

/** `reason` is for who did not set out to leave: a sentence that says why they are asked. */
export function confirmLeaving(reason?: string): Promise<boolean> {
  return requestConfirmation({
    title: UI_WORDS.leaveTitle,
    message: reason === undefined ? UI_WORDS.leaveMessage : `${reason} ${UI_WORDS.leaveMessage}`,
    confirmLabel: UI_WORDS.leaveConfirm,
    cancelLabel: UI_WORDS.backToForm,
    danger: true,
  });
}
