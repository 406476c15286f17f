import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';

/**
 * A form whose state mirrors the screen (`Values`) and whose schema turns it into what is saved (`Output`).
 * `isComplete` judges what the fields hold now, before any of them has been left.
 */
export type Form<Values extends FieldValues, Output> = UseFormReturn<Values, unknown, Output> & {
  isComplete: () => boolean;
};

/** Errors show on blur, and all of them at submit. `values` are the ones the form counts changes from. */
export function useZodForm<Values extends FieldValues, Output>(
  schema: z.ZodType<Output, Values>,
  values: NoInfer<Values>,
): Form<Values, Output> {
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    mode: 'onBlur',
    reValidateMode: 'onChange',
    // useSave goes to the first error as the screen has them
    shouldFocusError: false,
    defaultValues: values as DefaultValues<Values>,
  });
  return Object.assign(form, { isComplete: () => schema.safeParse(form.getValues()).success });
}
