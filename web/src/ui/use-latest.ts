import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The value of the last drawing, for what is called later and must not be drawn again when it changes. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
