/**
 * The new value of a field in a PATCH: undefined keeps the stored value, null clears it (customer api.md,
 * Conventions).
 */
export function patched<T>(sent: T | undefined, stored: T): T {
  return sent === undefined ? stored : sent;
}
