import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLatest } from '../hooks/use-latest.ts';
import { closeAllConfirmations } from '../overlay/confirm.ts';
import { isSame } from '../table/list-params.ts';
import { confirmLeaving, registerForm } from './unsaved-work.ts';

type RouteLocation = { readonly pathname: string; readonly search: unknown };

/** Resolves the navigation that waits for the confirmation; null without one. */
let resolveNavigation: ((confirmed: boolean) => void) | null = null;
/**
 * True after a confirmation. One confirmation covers all forms of a page, although the router calls the blocker
 * of each form.
 */
let hasConfirmed = false;

/**
 * Requests a confirmation before a navigation that would lose unsaved changes: a link, the back button or
 * closing the tab.
 */
export function useNavigationBlocker(
  hasChanges: () => boolean,
  confirm: () => Promise<boolean>,
  onLeave?: () => void,
): void {
  const latest = useLatest(hasChanges);
  useEffect(() => registerForm(latest), [latest]);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!hasChanges()) return false;
      if (isSameLocation(current, next)) {
        // the user went forward again while the confirmation of the back navigation was open
        resolveNavigation = null;
        closeAllConfirmations();
        return false;
      }
      const confirmed = await confirmOnce(confirm);
      if (confirmed) onLeave?.();
      return !confirmed;
    },
    enableBeforeUnload: hasChanges,
  });
}

function isSameLocation(one: RouteLocation, other: RouteLocation): boolean {
  return one.pathname === other.pathname && isSame(one.search, other.search);
}

/**
 * A second navigation during the confirmation, such as another click on the back button, replaces the first
 * one: the dialog stays, and its result applies to the last navigation.
 */
function confirmOnce(confirm: () => Promise<boolean>): Promise<boolean> {
  if (hasConfirmed) return Promise.resolve(true);
  return new Promise((resolve) => {
    const isOpen = resolveNavigation !== null;
    resolveNavigation = resolve;
    if (!isOpen) void confirm().then(finishNavigation);
  });
}

function finishNavigation(confirmed: boolean): void {
  const last = resolveNavigation;
  resolveNavigation = null;
  if (confirmed) {
    hasConfirmed = true;
    setTimeout(() => (hasConfirmed = false));
  }
  last?.(confirmed);
}

/**
 * Requests a confirmation before the user leaves a changed form by a link, the back button or closing the
 * tab. `onLeave` closes a form in a dialog, because the navigation may stay on the same page.
 */
export function useUnsavedChangesPrompt(isChanged: () => boolean, onLeave?: () => void): void {
  useNavigationBlocker(isChanged, confirmLeaving, onLeave);
}
