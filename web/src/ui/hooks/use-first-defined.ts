import { useState } from 'react';

/** Returns the first value that is not undefined. Later values do not replace it. */
export function useFirstDefined<Value>(value: Value | undefined): Value | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first;
}
