import { useMatches } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the page when a navigation has removed the focused element. Otherwise no element would have
 * the focus, and Tab or a screen reader would start above the menu. A focused tab or menu entry, and the first
 * field of a form, keep the focus.
 */
export function useFocusAfterNavigation(page: RefObject<HTMLElement | null>): void {
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
  }, [pathname, page]);
}
