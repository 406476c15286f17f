import { type ComponentType, useEffect, useState } from 'react';
import { FailedState } from './list/list-outcome.tsx';

/**
 * A component whose code loads when it is first shown, such as a panel or a dialog that few people open. Unlike
 * React's lazy it can be tried again after a failure, which is told in its place.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const start = async () => {
    loaded = await load();
    return loaded;
  };

  return function OnDemand(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [attempt, setAttempt] = useState(0);
    const [error, setError] = useState<unknown>(null);
    useEffect(() => {
      start().then((part) => setPart(() => part), setError);
    }, [attempt]);

    if (Part !== undefined) return <Part {...props} />;
    if (error === null) return null;
    const retry = () => {
      setError(null);
      setAttempt(attempt + 1);
    };
    return <FailedState error={error} onRetry={retry} />;
  };
}
