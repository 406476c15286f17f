import { useState } from 'react';

/**
 * Calls `follow` while rendering when the value changes to something that was not told to its owner from here, such
 * as a reset of the form or the back button. What it answers is to be called with each value that is told.
 */
export function useOutsideChange<Value>(value: Value, follow: (value: Value) => void): (told: Value) => void {
  const [known, setKnown] = useState({ value, told: value });
  if (value !== known.value) {
    setKnown({ value, told: value });
    if (value !== known.told) follow(value);
  }
  return (told) => setKnown({ value: known.value, told });
}
