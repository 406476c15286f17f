import { useEffect } from 'react';
import { isDialogOpen } from '../overlay/is-dialog-open.ts';
import { OPENED_MENU } from '../overlay/open-menu.ts';
import { usePreferencesOwner } from '../table/preferences-owner.ts';
import { useLatest } from './use-latest.ts';
import { useLocalStorage } from './use-local-storage.ts';

/**
 * Whether shortcuts of a single key are active. A user may switch them off (WCAG 2.1.4), because speech input and
 * shaking hands press keys by accident. Stored in this browser per user.
 */
export function useShortcutSwitch() {
  const [stored, store] = useLocalStorage(`shortcuts:${usePreferencesOwner()}`);
  return { areOn: stored === null, setOn: (areOn: boolean) => store(areOn ? null : 'off') };
}

/**
 * Listens to single keys of the page, except while the user types and while a dialog, a menu or a panel is open.
 * @param onKey returns true if it handled the key, which prevents the browser's default action
 */
export function useShortcuts(onKey: (key: string, event: KeyboardEvent) => boolean): void {
  const { areOn } = useShortcutSwitch();
  const latest = useLatest(onKey);
  useEffect(() => {
    if (!areOn) return undefined;
    const handle = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTypingIn(event.target) || isDialogOpen() || isOnPage(`${OPENED_MENU}, ${SAVING_FORM}`)) return;
      if (event.key === 'Escape' && isOnPage('[role="tooltip"]')) return;
      if (latest.current(event.key, event)) event.preventDefault();
    };
    // In the capture phase a menu or tooltip is still open, so an Escape that closes it does not also leave the page.
    window.addEventListener('keydown', handle, true);
    return () => window.removeEventListener('keydown', handle, true);
  }, [areOn, latest]);
}

/** While a form is saved it is inert and drops the focus, so a fast typist's keys would reach the page. */
const SAVING_FORM = 'fieldset[inert]';

const isOnPage = (selector: string) => document.querySelector(selector) !== null;

function isTypingIn(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio';
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'));
}

/**
 * The visible button with this key in aria-keyshortcuts, outside the rows of a table. Escape uses the last such
 * button: the button that clears a selection comes after the link that leaves the page.
 */
export function findShortcutButton(key: string): HTMLElement | undefined {
  const buttons = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`);
  const found = [...buttons].filter((button) => button.closest('tr') === null && button.checkVisibility());
  return key === 'Escape' ? found.at(-1) : found[0];
}

/** Clicks a button after the key event, because the same event would close the menu that the button opens. */
export function pressLater(button: HTMLElement): void {
  button.focus();
  clickLater(button);
}

/** Like `pressLater`, but the focus stays where it is. */
export function clickLater(button: HTMLElement): void {
  setTimeout(() => button.click());
}
