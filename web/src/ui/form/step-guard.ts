import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { closeAllConfirmations } from '../dialog/confirm.ts';
import { isSame } from '../list/list-params.ts';
import { useLatest } from '../use-latest.ts';

type Place = { readonly pathname: string; readonly search: unknown };

/** What is on the screen and would get lost with it. */
const guarded = new Set<{ readonly current: () => boolean }>();

export function hasUnsavedWork(): boolean {
  return [...guarded].some(({ current }) => current());
}

/** What the step that is asked about waits for. */
let step: ((leaves: boolean) => void) | null = null;
/** The router asks each guard of the page in turn. Who leaves one form leaves them all, and has said so. */
let hasAgreed = false;

/** Asks before a step away from something that would get lost, by a link, the back button or closing the tab. */
export function useNavigationBlocker(
  isAtRisk: () => boolean,
  ask: () => Promise<boolean>,
  onLeave?: () => void,
): void {
  const latest = useLatest(isAtRisk);
  useEffect(() => {
    guarded.add(latest);
    return () => void guarded.delete(latest);
  }, [latest]);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isAtRisk()) return false;
      if (isSamePlace(current, next)) {
        // forward again after the step back that is asked about
        step = null;
        closeAllConfirmations();
        return false;
      }
      const leaves = await askOnce(ask);
      if (leaves) onLeave?.();
      return !leaves;
    },
    enableBeforeUnload: isAtRisk,
  });
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.pathname === other.pathname && isSame(one.search, other.search);
}

/**
 * A second step while the first is asked about, such as the back button pressed again, goes on from it: there is one
 * question, and its answer is the last step's, which the browser has reached.
 */
function askOnce(ask: () => Promise<boolean>): Promise<boolean> {
  if (hasAgreed) return Promise.resolve(true);
  return new Promise((answer) => {
    const isAsked = step !== null;
    step = answer;
    if (!isAsked) void ask().then(takeStep);
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
