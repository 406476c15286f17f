import { onlineManager } from '@tanstack/react-query';
import { onUnreachable } from '../api/call.ts';
import { isServerThere } from '../api/server-there.ts';

const CHECK_MS = 3_000;

/**
 * A browser notices a pulled cable, not a server that cannot be reached. After a call without an answer the server
 * is asked whether it is there; until it is, the application counts as offline and its queries wait.
 */
export function watchConnection(): void {
  let asking: Promise<void> | null = null;
  onUnreachable(() => {
    // calls fail together; one question is enough
    if (onlineManager.isOnline()) asking ??= waitForServer().finally(() => (asking = null));
  });
}

async function waitForServer(): Promise<void> {
  if (await isServerThere()) return;
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
