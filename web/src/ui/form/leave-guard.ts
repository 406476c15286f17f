import { requestConfirmation } from '../dialog/confirm.ts';
import { UI_TEXTS } from '../texts.ts';
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
    title: UI_TEXTS.leaveTitle,
    message: reason === undefined ? UI_TEXTS.leaveMessage : `${reason} ${UI_TEXTS.leaveMessage}`,
    confirmLabel: UI_TEXTS.leaveConfirm,
    cancelLabel: UI_TEXTS.backToForm,
    danger: true,
  });
}
