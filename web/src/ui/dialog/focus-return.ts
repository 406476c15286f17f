import { useEffect, useState } from 'react';
import { listBeside } from '../list-beside.ts';
import { lastFocus } from './last-focus.ts';

/** Closing unmounts the dialog, which the modal's own return of focus does not see. */
export function useFocusReturn(): void {
  const [opener] = useState(lastFocus);
  // both may be gone by then
  const [list] = useState(() => listBeside(opener));
  const [page] = useState(() => opener?.closest('main'));
  useEffect(
    () => () => {
      setTimeout(() => {
        opener?.focus({ preventScroll: true });
        if (opener && list && page) leaveTo(list, page, opener);
      }, 0);
    },
    [opener, list, page],
  );
}

/**
 * A deleted row takes its button along, and so does a choice of rows: the keyboard goes on in their list, or in the page
 * when the last row took the list along.
 */
function leaveTo(list: HTMLElement, page: HTMLElement, opener: HTMLElement): void {
  const look = () => {
    if (opener.isConnected) return;
    stop();
    if (document.activeElement !== document.body) return;
    (list.isConnected ? list : page).focus({ preventScroll: true });
  };
  const watch = new MutationObserver(look);
  const stop = () => watch.disconnect();
  watch.observe(page, { childList: true, subtree: true });
  document.addEventListener('focusin', stop, { once: true });
  look();
}
