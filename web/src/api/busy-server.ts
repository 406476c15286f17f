import { ApiError, type BusyKind } from './api-error.ts';
import { delay } from './delay.ts';

const RETRIES_MAX = 3;
const WAIT_SECONDS_MAX = 10;

/**
 * Retries a call that the server rejects for lack of capacity, after the time in Retry-After. Gives up after
 * three retries, or if the time in Retry-After is too long. The last error then contains `kind`, so that its
 * message can name the rejected operation.
 */
export async function retryWhenBusy<T>(
  kind: BusyKind,
  run: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- attempts run one after another
      return await run();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'TOO_MANY_REQUESTS') throw error;
      const { status, code, requestId, retryAfterSeconds } = error;
      if (retries === RETRIES_MAX || retryAfterSeconds === undefined || retryAfterSeconds > WAIT_SECONDS_MAX)
        throw new ApiError(status, code, { requestId, busyKind: kind, cause: error });
      // oxlint-disable-next-line no-await-in-loop -- attempts run one after another
      await delay(retryAfterSeconds * 1_000, signal);
      if (signal?.aborted) throw new ApiError(0, 'ABORTED');
    }
  }
}
