import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { FailedState } from './list/list-outcome.tsx';

/** The page anew: some browsers keep to their first failure to load a file until then. */
async function reopen(): Promise<void> {
  const isThere = await fetch(window.location.href, { method: 'HEAD' }).catch(() => null);
  if (isThere?.ok) window.location.reload();
}

/**
 * A component whose code loads when it is first shown, such as a panel or a dialog that few people open. Unlike
 * React's lazy it can be tried again after a failure, which is told in its place. `waiting` keeps the place meanwhile.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
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
        if (attempt > 0) await reopen();
        setError(failure);
      };
      start().then((part) => setPart(() => part), fail);
    }, [attempt]);

    if (Part !== undefined) return <Part {...props} />;
    if (error === null) return waiting;
    const retry = () => {
      setError(null);
      setAttempt(attempt + 1);
    };
    return <FailedState error={error} onRetry={retry} />;
  };
}
