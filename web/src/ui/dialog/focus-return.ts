import { useEffect, useState } from 'react';
import { lastFocus } from './last-focus.ts';

/** Closing unmounts the dialog, which the modal's own return of focus does not see. */
export function useFocusReturn(): void {
  const [opener] = useState(lastFocus);
  useEffect(
    () => () => {
      setTimeout(() => opener?.focus({ preventScroll: true }), 0);
    },
    [opener],
  );
}
