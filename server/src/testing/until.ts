import { setTimeout as wait } from 'node:timers/promises';

/** Waits until the condition is true, or throws after the time limit. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  milliseconds = 1_000,
): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It did not happen within ${milliseconds} ms`);
    await wait(10);
  }
}
