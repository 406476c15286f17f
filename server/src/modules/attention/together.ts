/**
 * Answers everybody who asks while an answer is being worked out with the next one, which begins after they asked: at
 * most one runs at a time however many ask, and nobody hears of a time before their question.
 */
export function together<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;
  return () => {
    next ??= (running ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        const begun = work();
        running = begun;
        next = undefined;
        return begun;
      });
    return next;
  };
}
