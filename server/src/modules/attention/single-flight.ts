/**
 * Shares results between callers, so that the work runs at most once at a time. A call during a run waits for
 * the next run, so no result is older than the call. All callers must pass the same input, such as the
 * database.
 */
export function singleFlight<Input extends readonly unknown[], T>(
  work: (...input: Input) => Promise<T>,
): (...input: Input) => Promise<T> {
  let running: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;
  return (...input) => {
    next ??= (running ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        const begun = work(...input);
        running = begun;
        next = undefined;
        return begun;
      });
    return next;
  };
}
