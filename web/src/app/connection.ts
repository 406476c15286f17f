import { onlineManager } from '@tanstack/react-query';
import { isServerReachable } from '../api/send.ts';

const CHECK_MS = 3_000;

let pendingCheck: Promise<void> | null = null;

/**
 * Browsers detect a lost network but not an unreachable server, so a call without a response checks the
 * server's health endpoint. Until the endpoint responds, the application is offline and its queries are paused.
 */
export function checkConnection(): void {
  // several calls fail together; one check is enough
  if (onlineManager.isOnline()) pendingCheck ??= waitForServer().finally(() => (pendingCheck = null));
}

async function waitForServer(): Promise<void> {
  if (await isServerReachable()) return;
  onlineManager.setOnline(false);
  const timer = setInterval(() => {
    // without a network no check is needed, because the browser fires an event when the network is back
    if (navigator.onLine) void isServerReachable().then((isThere) => (isThere ? goOnline() : undefined));
  }, CHECK_MS);
  const unsubscribe = onlineManager.subscribe((isOnline) => {
    if (!isOnline) return;
    clearInterval(timer);
    unsubscribe();
  });
}

function goOnline(): void {
  onlineManager.setOnline(true);
}
