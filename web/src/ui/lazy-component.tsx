import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { FailedState } from './table/list-outcome.tsx';

/** Reloads the page if the server responds, because some browsers cache a failed import until a reload. */
async function reloadIfReachable(): Promise<void> {
  const response = await fetch(window.location.href, { method: 'HEAD' }).catch(() => null);
  if (response?.ok) window.location.reload();
}

/**
 * A component whose code loads when it is first rendered, such as a rarely used panel or dialog. Unlike
 * React.lazy it shows a failure with a retry button. `fallback` is shown while the code loads.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
) {
  let loaded: ComponentType<Props> | undefined;
  const start = async () => {
    loaded = await load();
    return loaded;
  };

  return function LazyComponent(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [attempt, setAttempt] = useState(0);
    const [error, setError] = useState<unknown>(null);
    useEffect(() => {
      const fail = async (failure: unknown) => {
        if (attempt > 0) await reloadIfReachable();
        setError(failure);
      };
      start().then((part) => setPart(() => part), fail);
    }, [attempt]);

    if (Part !== undefined) return <Part {...props} />;
    if (error === null) return fallback;
    const retry = () => {
      setError(null);
      setAttempt(attempt + 1);
    };
    return <FailedState error={error} onRetry={retry} />;
  };
}
