import { useEffect, useState } from 'react';

export const LOADING_DELAY_MS = 200;

/**
 * Whether loading has taken longer than the delay. A shorter load needs no indicator, which would only
 * flicker.
 */
export function useDelayedLoading(isLoading: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setSlow(true), LOADING_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return isLoading && isSlow;
}
