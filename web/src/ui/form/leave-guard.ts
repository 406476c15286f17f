import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { askToConfirm, withdrawQuestions } from '../dialog/confirm.ts';
import { isSame } from '../list/list-params.ts';
import { useLatest } from '../use-latest.ts';
import { UI_WORDS } from '../words.ts';

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
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isChanged()) return false;
      if (isSamePlace(current, next)) {
        // forward again after the step back that is asked about
        step = null;
        withdrawQuestions();
        return false;
      }
      const leaves = await askAboutStep();
      if (leaves) onLeave?.();
      return !leaves;
    },
    enableBeforeUnload: isChanged,
  });
}

type Place = { readonly pathname: string; readonly search: unknown };

function isSamePlace(one: Place, other: Place): boolean {
  return one.pathname === other.pathname && isSame(one.search, other.search);
}

let step: ((leaves: boolean) => void) | null = null;
/** The router asks each form of the page in turn. Who leaves one leaves them all, and has said so. */
let hasAgreed = false;

/**
 * Whether a step away from a form is taken. A second one while that is asked, such as the back button pressed again,
 * goes on from the first: there is one question, and its answer is the last step's, which the browser has reached.
 */
function askAboutStep(): Promise<boolean> {
  if (hasAgreed) return Promise.resolve(true);
  return new Promise((answer) => {
    const isAsked = step !== null;
    step = answer;
    if (!isAsked) void askToLeave().then(takeStep);
  });
}

function takeStep(leaves: boolean): void {
  const last = step;
  step = null;
  if (leaves) {
    hasAgreed = true;
    setTimeout(() => (hasAgreed = false));
  }
  last?.(leaves);
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
