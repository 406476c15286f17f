/** What went wrong, in the words of whatever failed. */
export const errorMessage = (error: unknown): string => {
  // One try for each address of a host; they fail alike.
  if (error instanceof AggregateError) return errorMessage(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};
