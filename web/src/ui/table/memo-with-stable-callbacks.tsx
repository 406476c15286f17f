import { type FunctionComponent, memo, useState } from 'react';
import { useLatest } from '../hooks/use-latest.ts';
import { isSame } from './list-params.ts';

type Callback = (...args: unknown[]) => unknown;

/**
 * A memoized component that renders only when its data changes, because rendering the layout of a list again is
 * slow. Function props are replaced by stable callbacks that call the latest function, so they must not be
 * called during rendering. All other props must be plain data.
 */
export function memoWithStableCallbacks<Props extends object>(
  Plain: FunctionComponent<Props>,
): FunctionComponent<Props> {
  const Memoized = memo(Plain, hasSameData);
  return function WithStableCallbacks(props: Props) {
    const latest = useLatest(props as Readonly<Record<string, unknown>>);
    const [callbacks] = useState(() => new Map<string, Callback>());
    const stableCallback = (name: string) => {
      const known = callbacks.get(name);
      if (known !== undefined) return known;
      const callback: Callback = (...args) => (latest.current[name] as Callback)(...args);
      callbacks.set(name, callback);
      return callback;
    };
    const stableProps = Object.entries(props).map(([name, value]) => [
      name,
      typeof value === 'function' ? stableCallback(name) : value,
    ]);
    return <Memoized {...(Object.fromEntries(stableProps) as Props)} />;
  };
}

function hasSameData(before: object, after: object): boolean {
  const others = new Map<string, unknown>(Object.entries(after));
  return (
    Object.keys(before).length === others.size &&
    Object.entries(before).every(([name, value]) => {
      const other = others.get(name);
      return typeof value === 'function' ? value === other : isSame(value, other);
    })
  );
}
