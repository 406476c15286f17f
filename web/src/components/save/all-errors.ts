/**
 * Runs cross-field rules even when single fields are invalid, so that the form shows all errors at once. Such
 * a rule must not rely on the type of a field that has its own rule.
 */
export const ALL_ERRORS = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};
