import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

type PeriodicJobParts = {
  readonly log: Logger;
  readonly intervalMs: number;
  /** The log message for a run that throws. The next run starts after the interval. */
  readonly failure: string;
  readonly run: (signal: AbortSignal) => Promise<void>;
};

/** Starts a job that runs at once and after each interval, until it is stopped. */
export function startPeriodicJob({ log, intervalMs, failure, run }: PeriodicJobParts): {
  stop(): Promise<void>;
} {
  const abort = new AbortController();
  const repeat = async () => {
    while (!abort.signal.aborted) {
      try {
        await run(abort.signal);
      } catch (error) {
        log.warn({ err: error }, failure);
      }
      await wait(intervalMs, undefined, { signal: abort.signal }).catch(() => undefined);
    }
  };
  const running = repeat();
  return {
    async stop() {
      abort.abort();
      await running;
    },
  };
}
