import { useEffect, useState } from 'react';
import { listBeside } from '../list-beside.ts';
import { lastFocus } from './last-focus.ts';

/** Closing unmounts the dialog, which the modal's own return of focus does not see. */
export function useFocusReturn(): void {
  const [opener] = useState(lastFocus);
  const [list] = useState(() => listBeside(opener));
  useEffect(
    () => () => {
      setTimeout(() => {
        opener?.focus({ preventScroll: true });
        if (opener && list) leaveTo(list, opener);
      }, 0);
    },
    [opener, list],
  );
}

/** A deleted row takes its button along, and so does a choice of rows: the keyboard goes on in their list. */
function leaveTo(list: HTMLElement, opener: HTMLElement): void {
  const look = () => {
    if (opener.isConnected) return;
    stop();
    if (document.activeElement === document.body) list.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(look);
  const stop = () => watch.disconnect();
  watch.observe(list, { childList: true, subtree: true });
  document.addEventListener('focusin', stop, { once: true });
  look();
}
