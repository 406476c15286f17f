/** The message of any thrown value. */
export const errorMessage = (error: unknown): string => {
  // One error per address of a host; all have the same cause.
  if (error instanceof AggregateError) return errorMessage(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};
