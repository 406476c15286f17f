import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** The longest that one step of long work keeps other calls waiting. */
const CHUNK_MS = 20;

/** Returns a function to await between the steps of long work: it lets other calls run when a slice of time is over. */
export function eventLoopYielder(): () => Promise<void> {
  let end = performance.now() + CHUNK_MS;
  return async () => {
    if (performance.now() < end) return;
    await yieldToEventLoop();
    end = performance.now() + CHUNK_MS;
  };
}
