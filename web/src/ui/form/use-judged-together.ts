import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Fields whose rule reads them together. A change of one judges those anew that show an error, so that no message
 * stays after its cause is gone. `names` is a constant.
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
          const wrong = names.filter((name) => form.getFieldState(name).invalid);
          if (wrong.length > 0) void form.trigger(wrong);
        },
      }),
    [form, names],
  );
}
