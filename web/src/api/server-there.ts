const WAIT_MS = 3_000;

/** Whether the server answers at all, asked when something did not arrive. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(WAIT_MS) })).ok;
  } catch {
    return false;
  }
}
