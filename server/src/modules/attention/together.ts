/**
 * Answers everybody who asks while an answer is being worked out with the next one, which begins after they asked: at
 * most one runs at a time however many ask, and nobody hears of a time before their question. All ask with the same
 * input, such as the database.
 */
export function together<Input extends readonly unknown[], T>(
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
