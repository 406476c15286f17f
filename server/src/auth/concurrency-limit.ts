import { DomainError } from '@spichlerz/shared/domain/domain-error';

/** Marks the end of a call. Repeated releases have no effect. */
type Release = () => void;

export type ConcurrencyLimit = {
  /**
   * @throws DomainError TOO_MANY_REQUESTS when the user, or all users together, have reached the limit of
   * running calls
   */
  acquire(userId: number): Release;
};

/**
 * Limits how many calls of one kind run at once on this server. The limit per user is below the total, so that
 * one user cannot block other users.
 */
export function concurrencyLimit({
  perUser,
  total = Number.POSITIVE_INFINITY,
}: {
  readonly perUser: number;
  readonly total?: number;
}): ConcurrencyLimit {
  const running = new Map<number, number>();
  let all = 0;
  return {
    acquire(userId) {
      const own = running.get(userId) ?? 0;
      if (own >= perUser || all >= total) throw new DomainError('TOO_MANY_REQUESTS');
      running.set(userId, own + 1);
      all += 1;
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        all -= 1;
        const left = (running.get(userId) ?? 1) - 1;
        if (left === 0) running.delete(userId);
        else running.set(userId, left);
      };
    },
  };
}

/**
 * Runs at most `perUser` calls of one user at once on this server. Further calls wait in the order of their
 * arrival, because a screen that loads many parts at once must not fail.
 */
export function userConcurrencyLimit(
  perUser: number,
): <T>(userId: number, run: () => Promise<T>) => Promise<T> {
  const users = new Map<number, { running: number; readonly waiting: (() => void)[] }>();
  return async (userId, run) => {
    const own = users.get(userId) ?? { running: 0, waiting: [] };
    users.set(userId, own);
    if (own.running < perUser) own.running += 1;
    else await new Promise<void>((resume) => own.waiting.push(resume));
    try {
      return await run();
    } finally {
      const resumeNext = own.waiting.shift();
      if (resumeNext === undefined) own.running -= 1;
      else resumeNext();
      if (own.running === 0) users.delete(userId);
    }
  };
}
