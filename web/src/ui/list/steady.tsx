import { type FunctionComponent, memo, useState } from 'react';
import { useLatest } from '../use-latest.ts';
import { isSame } from './list-params.ts';

type Call = (...given: unknown[]) => unknown;

/**
 * The component, drawn again only when what it shows changes: the frame of a list is many times dearer to draw than
 * the change in it. Functions among the props are called as they are at that time, so they must not be called while
 * drawing; everything else must be plain data.
 */
export function memoWithStableCallbacks<Props extends object>(
  Plain: FunctionComponent<Props>,
): FunctionComponent<Props> {
  const Drawn = memo(Plain, hasSameData);
  return function Steady(props: Props) {
    const latest = useLatest(props as Readonly<Record<string, unknown>>);
    const [calls] = useState(() => new Map<string, Call>());
    const callOf = (name: string) => {
      const known = calls.get(name);
      if (known !== undefined) return known;
      const call: Call = (...given) => (latest.current[name] as Call)(...given);
      calls.set(name, call);
      return call;
    };
    const steadyProps = Object.entries(props).map(([name, value]) => [
      name,
      typeof value === 'function' ? callOf(name) : value,
    ]);
    return <Drawn {...(Object.fromEntries(steadyProps) as Props)} />;
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
