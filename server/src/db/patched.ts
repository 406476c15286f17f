/**
 * The new value of a field after a partial update: undefined keeps the stored value, null clears it (customer
 * api.md, Conventions).
 */
export function patched<T>(sent: T | undefined, stored: T): T {
  return sent === undefined ? stored : sent;
}
