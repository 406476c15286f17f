type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Prints the error and sets the exit code. Prints only the message, without the class name, for an error of a
 * class in `known`.
 */
export function failCommand(error: unknown, known: readonly ErrorClass[], exitCode: number): void {
  const isKnown = known.some((kind) => error instanceof kind);
  process.stderr.write(`${isKnown && error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = exitCode;
}
