import { useEffect, useState } from 'react';
import { findList, restoreFocus } from '../list-focus.ts';

let last: HTMLElement | null = null;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest('[role="menu"]') === null) last = target;
});

/**
 * The element to focus after a dialog closes. document.activeElement is not enough: a menu item disappears
 * with its menu, and a disabled button loses the focus.
 */
function lastFocus(): HTMLElement | null {
  return last;
}

/** Returns the focus when a dialog unmounts; Mantine's own focus return needs the modal to stay mounted. */
export function useFocusReturn(): void {
  const [opener] = useState(lastFocus);
  // the opener and its list may be removed before the dialog closes
  const [list] = useState(() => findList(opener));
  const [page] = useState(() => opener?.closest('main'));
  useEffect(
    () => () => {
      setTimeout(() => {
        opener?.focus({ preventScroll: true });
        if (opener && list && page) restoreFocus(opener, list, page);
      }, 0);
    },
    [opener, list, page],
  );
}
