import { useBlocker } from '@tanstack/react-router';
import { askToConfirm } from '../dialog/confirm.ts';
import { UI_WORDS } from '../words.ts';

/** Asks before a changed form is left, by a link, the back button or closing the tab. */
export function useLeaveGuard(isChanged: () => boolean): void {
  useBlocker({
    shouldBlockFn: async () => isChanged() && !(await askToLeave()),
    enableBeforeUnload: isChanged,
  });
}

export function askToLeave(): Promise<boolean> {
  return askToConfirm({
    title: UI_WORDS.leaveTitle,
    message: UI_WORDS.leaveMessage,
    confirmLabel: UI_WORDS.leaveConfirm,
    cancelLabel: UI_WORDS.leaveCancel,
    danger: true,
  });
}
