import { useEffect } from 'react';
import { askToConfirm } from '../dialog/confirm.ts';
import { useLatest } from '../use-latest.ts';
import { UI_WORDS } from '../words.ts';
import { useStepGuard } from './step-guard.ts';

/** The forms on the screen. */
const forms = new Set<{ readonly current: () => boolean }>();

/**
 * Asks before a changed form is left, by a link, the back button or closing the tab. `onLeave` closes a form that lies
 * over the page: the step may lead to another state of the same page, which stays.
 */
export function useLeaveGuard(isChanged: () => boolean, onLeave?: () => void): void {
  const latest = useLatest(isChanged);
  useEffect(() => {
    forms.add(latest);
    return () => void forms.delete(latest);
  }, [latest]);
  useStepGuard(isChanged, askToLeave, onLeave);
}

export function hasChangedForm(): boolean {
  return [...forms].some(({ current }) => current());
}

/** Whether the screen may be left: no form was changed, or its person agrees to lose what is typed. */
export async function mayLeave(): Promise<boolean> {
  return !hasChangedForm() || (await askToLeave());
}

/** `reason` is for who did not set out to leave: a sentence that says why they are asked. */
export function askToLeave(reason?: string): Promise<boolean> {
  return askToConfirm({
    title: UI_WORDS.leaveTitle,
    message: reason === undefined ? UI_WORDS.leaveMessage : `${reason} ${UI_WORDS.leaveMessage}`,
    confirmLabel: UI_WORDS.leaveConfirm,
    cancelLabel: UI_WORDS.leaveCancel,
    danger: true,
  });
}
