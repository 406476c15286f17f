/**
 * One key per attempt to create: a retry of the same data after a lost answer sends the same key, so the record is
 * not created twice. Once the server has answered, the same data again means another record.
 */
const open = new Map<string, string>();

export function attemptKey(attempt: string): string {
  const key = open.get(attempt) ?? randomKey();
  open.set(attempt, key);
  return key;
}

export function closeAttempt(attempt: string): void {
  open.delete(attempt);
}

// crypto.randomUUID exists on secure origins only
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
