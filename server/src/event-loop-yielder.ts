import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** The time after which long work yields to other requests. */
const CHUNK_MS = 20;

/**
 * Returns a function to await between the steps of long work. It yields to the event loop if CHUNK_MS have
 * passed since it last yielded.
 */
export function eventLoopYielder(): () => Promise<void> {
  let end = performance.now() + CHUNK_MS;
  return async () => {
    if (performance.now() < end) return;
    await yieldToEventLoop();
    end = performance.now() + CHUNK_MS;
  };
}
