/**
 * Idempotency keys of create calls without a response yet. A retry with the same data sends the same key, so
 * the record is created once. After a response the same data gets a new key and creates another record.
 */
const openKeys = new Map<string, string>();

export function attemptKey(attempt: string): string {
  const key = openKeys.get(attempt) ?? randomKey();
  openKeys.set(attempt, key);
  return key;
}

export function closeAttempt(attempt: string): void {
  openKeys.delete(attempt);
}

// crypto.randomUUID is available in secure contexts only
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
