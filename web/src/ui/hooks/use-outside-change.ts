import { useState } from 'react';

/**
 * Calls `onOutsideChange` during rendering when the value changes from outside, such as by a form reset or
 * the back button. The returned function must be called with each value that the component sets itself.
 */
export function useOutsideChange<Value>(
  value: Value,
  onOutsideChange: (value: Value) => void,
): (ownValue: Value) => void {
  const [known, setKnown] = useState({ value, ownValue: value });
  if (value !== known.value) {
    setKnown({ value, ownValue: value });
    if (value !== known.ownValue) onOutsideChange(value);
  }
  return (ownValue) => setKnown({ value: known.value, ownValue });
}
