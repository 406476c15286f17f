import { useEffect, useState } from 'react';

export const NOTICED_MS = 200;

/** Whether something has gone on for longer than a person notices. What is quicker needs no sign: it would only flicker. */
export function useDelayedLoading(isGoingOn: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const timer = setTimeout(() => setSlow(true), NOTICED_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isGoingOn]);
  return isGoingOn && isSlow;
}
