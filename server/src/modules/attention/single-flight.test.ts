import { describe, expect, it } from 'vitest';
import { singleFlight } from './single-flight.ts';

/** Returns work whose runs end only when the test calls `endNext`. Each run resolves to its number. */
function controlledWork() {
  const ends: (() => void)[] = [];
  let begun = 0;
  const work = async () => {
    const number = ++begun;
    await new Promise<void>((resolve) => ends.push(resolve));
    return number;
  };
  return { work, begun: () => begun, endNext: () => ends.shift()?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a function wrapped in singleFlight', () => {
  it('gives all callers that arrive during a run the result of the next run', async () => {
    const { work, begun, endNext } = controlledWork();
    const load = singleFlight(work);
    const first = load();
    await settled();
    const waiting = [load(), load(), load()];
    expect(begun()).toBe(1);
    endNext();
    expect(await first).toBe(1);
    await settled();
    endNext();
    expect(await Promise.all(waiting)).toEqual([2, 2, 2]);
    expect(begun()).toBe(2);
  });

  it('runs again on the next call after a failure', async () => {
    let tries = 0;
    const load = singleFlight(async () => {
      if (++tries === 1) throw new Error('no database');
      return tries;
    });
    await expect(load()).rejects.toThrow('no database');
    expect(await load()).toBe(2);
  });
});
