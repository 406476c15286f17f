import { setTimeout as wait } from 'node:timers/promises';

/** Waits for something that happens elsewhere, for as long as it may take at most. */
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
