type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Prints the error and sets the exit code. Of a class in `known` only the message is printed, without the class
 * name.
 */
export function failCommand(error: unknown, known: readonly ErrorClass[], exitCode: number): void {
  const isKnown = known.some((kind) => error instanceof kind);
  process.stderr.write(`${isKnown && error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = exitCode;
}
