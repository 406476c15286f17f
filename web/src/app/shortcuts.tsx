import { useRouter } from '@tanstack/react-router';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect, useRef } from 'react';
import { useMenuEscape } from '../ui/hooks/use-menu-escape.ts';
import { clickLater, findShortcutButton, pressLater, useShortcuts } from '../ui/hooks/use-shortcuts.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { storedListLink } from '../ui/table/stored-search.ts';

const ShortcutHelp = lazyComponent(async () => (await import('./shortcut-help.tsx')).ShortcutHelp);

const isHelpOpen = createAtom(false);

export const openShortcutHelp = () => isHelpOpen.set(true);

/** The screens opened by the key g and a second key. */
const SCREEN_KEYS: Readonly<Record<string, string>> = {
  p: '/positions',
  s: '/contract/sale-list',
  z: '/contract/purchase-list',
  l: '/logistics',
};
/** How long the shortcut waits for the second key after g. */
const SECOND_KEY_MS = 1_500;

/** The shortcuts of the whole application. Lists handle the shortcuts of their rows. */
export function Shortcuts() {
  const router = useRouter();
  const opened = useSelector(isHelpOpen);
  const goPressedAt = useRef(-SECOND_KEY_MS);
  useMenuEscape();
  // the session may end while the help is open, and the next user must not find it open
  useEffect(() => () => isHelpOpen.set(false), []);
  useShortcuts((key, event) => {
    const screen = SCREEN_KEYS[key];
    if (screen !== undefined && event.timeStamp - goPressedAt.current < SECOND_KEY_MS) {
      goPressedAt.current = -SECOND_KEY_MS;
      void router.navigate(storedListLink(screen));
      return true;
    }
    if (key === 'g') goPressedAt.current = event.timeStamp;
    if (key === '?') {
      openShortcutHelp();
      return true;
    }
    if (!BUTTON_KEYS.includes(key)) return false;
    // a focused row handles the keys for editing and the status itself
    if ((key === 'e' || key === 's') && event.target instanceof Element && event.target.closest('tr'))
      return false;
    const button = findShortcutButton(key);
    if (button === undefined) return false;
    if (key === 'Escape') clickLater(button);
    else pressLater(button);
    return true;
  });
  return opened ? <ShortcutHelp onClose={() => isHelpOpen.set(false)} /> : null;
}

/** Keys that press the button with the matching aria-keyshortcuts. */
const BUTTON_KEYS = ['n', 'e', 's', 'Escape'];
