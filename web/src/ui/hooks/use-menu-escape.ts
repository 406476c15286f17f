import { useEffect } from 'react';
import { OPENED_MENU } from '../overlay/open-menu.ts';

/**
 * Closes the menu or panel of the focused button by Escape. Mantine's menu listens to the key only inside itself,
 * and the focus moves there one task after the menu has opened, so Escape pressed at once would be lost.
 */
export function useMenuEscape(): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key !== 'Escape' || !(target instanceof HTMLButtonElement) || !target.matches(OPENED_MENU)) return;
      event.preventDefault();
      // a dialog around the button stays open
      event.stopImmediatePropagation();
      target.click();
    };
    window.addEventListener('keydown', handle, true);
    return () => window.removeEventListener('keydown', handle, true);
  }, []);
}
