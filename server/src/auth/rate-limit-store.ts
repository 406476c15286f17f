import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** The maximum number of addresses stored per endpoint. */
const MAX_ADDRESSES = 5_000;

type RequestWindow = { requests: number; readonly endsAt: number };

/**
 * Counts requests per IP address on a monotonic clock. The plugin's own store uses Date.now: if the clock were
 * set back by an hour, it would block an address for an hour. All users of an office share one address.
 */
export class RateLimitStore implements FastifyRateLimitStore {
  /** The windows of all addresses, in the order of their start. */
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

  /** Each endpoint has its own counter. */
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
