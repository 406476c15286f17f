import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** The most addresses that are remembered for one call. */
const MAX_ADDRESSES = 5_000;

type RequestWindow = { requests: number; readonly endsAt: number };

/**
 * How often each address has called, by a clock that is never put back. By the ordinary clock an office, which shares
 * one address, could be refused for as long as the clock was put back.
 */
export class RateLimitStore implements FastifyRateLimitStore {
  /** In the order in which they began. */
  readonly #windows = new Map<string, RequestWindow>();

  incr(
    address: string,
    callback: (error: null, result: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const now = performance.now();
    const known = this.#windows.get(address);
    const window = known !== undefined && known.endsAt > now ? known : this.#begin(address, now + windowMs);
    window.requests += 1;
    callback(null, { current: window.requests, ttl: window.endsAt - now });
  }

  /** Each call counts for itself. */
  child(): RateLimitStore {
    return new RateLimitStore();
  }

  #begin(address: string, endsAt: number): RequestWindow {
    const [oldest] = this.#windows.keys();
    if (this.#windows.size >= MAX_ADDRESSES && oldest !== undefined) this.#windows.delete(oldest);
    this.#windows.delete(address);
    const window = { requests: 0, endsAt };
    this.#windows.set(address, window);
    return window;
  }
}
