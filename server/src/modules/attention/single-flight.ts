/**
 * Lets callers share answers, so that at most one is worked out at a time however many ask. Whoever asks meanwhile waits
 * for the next one, which begins after they asked: so no answer is older than its question. All callers must pass the
 * same input, such as the database.
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
