import { onlineManager } from '@tanstack/react-query';

const CHECK_MS = 3_000;

/**
 * A browser notices a pulled cable, not a server that cannot be reached. After a call without an answer the server
 * is asked whether it is there; until it is, the application counts as offline and its queries wait.
 */
export async function watchConnection(): Promise<void> {
  if (!onlineManager.isOnline() || (await isServerThere())) return;
  onlineManager.setOnline(false);
  const timer = setInterval(() => {
    // without a network the browser itself tells when it is back
    if (navigator.onLine) void isServerThere().then((isThere) => (isThere ? comeBack() : undefined));
  }, CHECK_MS);
  const unsubscribe = onlineManager.subscribe((isOnline) => {
    if (!isOnline) return;
    clearInterval(timer);
    unsubscribe();
  });
}

function comeBack(): void {
  onlineManager.setOnline(true);
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
