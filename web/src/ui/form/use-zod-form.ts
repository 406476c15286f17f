import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';

/**
 * A form whose state has the values on the screen (`Values`) and whose schema converts them to the saved
 * value (`Output`). `isComplete` checks the current values, also before a blur.
 */
export type Form<Values extends FieldValues, Output> = UseFormReturn<Values, unknown, Output> & {
  isComplete: () => boolean;
};

/**
 * A form that shows errors on blur, and all errors at submit. `values` are the initial values; differences from
 * them count as changes.
 */
export function useZodForm<Values extends FieldValues, Output>(
  schema: z.ZodType<Output, Values>,
  values: NoInfer<Values>,
): Form<Values, Output> {
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    mode: 'onBlur',
    reValidateMode: 'onChange',
    // useSave focuses the first error in the order of the screen
    shouldFocusError: false,
    defaultValues: values as DefaultValues<Values>,
  });
  return Object.assign(form, { isComplete: () => schema.safeParse(form.getValues()).success });
}

/**
 * When a field of `names` changes, validates the fields of `names` that have an error again, because the change
 * may have corrected them. `names` must be a constant.
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
