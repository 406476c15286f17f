/** The message of any thrown value. */
export const errorMessage = (error: unknown): string => {
  // An AggregateError has one error per address of a host; usually all have the same cause.
  if (error instanceof AggregateError) return errorMessage(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};
