/** A field of a partial change: left out it keeps what is stored, null empties it (api.md, Conventions). */
export function patched<T>(sent: T | undefined, stored: T): T {
  return sent === undefined ? stored : sent;
}
