import { useMatches } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { findList, restoreFocus } from '../ui/list-focus.ts';

/**
 * Moves the focus when the focused element is removed: to the list after a colleague's change of a row, to the
 * page after a navigation. Otherwise no element would have the focus, and Tab or a screen reader would start
 * above the menu. A focused tab or menu entry, and the first field of a form, keep the focus.
 */
export function useFocusAfterRemoval(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    const watch = ({ target }: FocusEvent) => {
      if (element && target instanceof HTMLElement)
        restoreFocus(target, findList(target) ?? element, element);
    };
    element?.addEventListener('focusin', watch);
    return () => element?.removeEventListener('focusin', watch);
  }, [page]);

  // The menu of a small screen is not part of the page. A navigation closes it and leaves no element with the
  // focus, so the page gets the focus.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
  }, [pathname, page]);
}
