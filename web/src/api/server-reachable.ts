const TIMEOUT_MS = 3_000;

/** Whether the server responds at all; called after a request without a response. */
export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })).ok;
  } catch {
    return false;
  }
}
