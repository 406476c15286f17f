import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** So many addresses are remembered for a call at most. */
const ADDRESSES_MAX = 5_000;

type Window = { tries: number; readonly endsAt: number };

/**
 * How often each address has tried a call, by a clock that nobody puts back: by the other one a whole office, which has
 * one address, would be refused for as long as it was put back.
 */
export class Tries implements FastifyRateLimitStore {
  /** The one that began first comes first. */
  readonly #windows = new Map<string, Window>();

  incr(
    address: string,
    answer: (error: null, result: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const now = performance.now();
    const known = this.#windows.get(address);
    const window = known !== undefined && known.endsAt > now ? known : this.#begin(address, now + windowMs);
    window.tries += 1;
    answer(null, { current: window.tries, ttl: window.endsAt - now });
  }

  /** Each call counts for itself. */
  child(): Tries {
    return new Tries();
  }

  #begin(address: string, endsAt: number): Window {
    const [oldest] = this.#windows.keys();
    if (this.#windows.size >= ADDRESSES_MAX && oldest !== undefined) this.#windows.delete(oldest);
    this.#windows.delete(address);
    const window = { tries: 0, endsAt };
    this.#windows.set(address, window);
    return window;
  }
}
