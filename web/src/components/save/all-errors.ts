/**
 * For rules between fields: they run even while single fields are wrong, so that a form shows every error at once.
 * Such a rule must not trust the type of a field that has a rule of its own.
 */
export const ALL_ERRORS = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};
