import { requestConfirmation } from '../overlay/confirm.ts';
import { UI_TEXTS } from '../texts.ts';
import { useNavigationBlocker } from './use-navigation-blocker.ts';

/**
 * Requests a confirmation before the user leaves a changed form by a link, the back button or closing the
 * tab. `onLeave` closes a form in a dialog, because the navigation may stay on the same page.
 */
export function useUnsavedChangesPrompt(isChanged: () => boolean, onLeave?: () => void): void {
  useNavigationBlocker(isChanged, confirmLeaving, onLeave);
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
