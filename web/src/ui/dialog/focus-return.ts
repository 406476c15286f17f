import { useEffect, useState } from 'react';
import { listBeside, restoreFocus } from '../list-beside.ts';
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
        if (opener && list && page) restoreFocus(opener, list, page);
      }, 0);
    },
    [opener, list, page],
  );
}
