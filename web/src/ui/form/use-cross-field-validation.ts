import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Validates fields with a cross-field rule again: a change of one field validates those of `names` with an
 * error, so that no outdated message stays. `names` must be a constant.
 */
export function useCrossFieldValidation<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  names: readonly FieldPath<Values>[],
): void {
  useEffect(
    () =>
      form.subscribe({
        name: [...names],
        formState: { values: true },
        callback: () => {
          const invalid = names.filter((name) => form.getFieldState(name).invalid);
          if (invalid.length > 0) void form.trigger(invalid);
        },
      }),
    [form, names],
  );
}
