import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** The time after which long work yields to other requests. */
const CHUNK_MS = 20;

/**
 * Returns a function to await between the steps of long work: it yields to the event loop when the time slice
 * is over.
 */
export function eventLoopYielder(): () => Promise<void> {
  let end = performance.now() + CHUNK_MS;
  return async () => {
    if (performance.now() < end) return;
    await yieldToEventLoop();
    end = performance.now() + CHUNK_MS;
  };
}
