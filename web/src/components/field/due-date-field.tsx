import { HEADERS } from '@spichlerz/shared/words/headers';
import { useEffect, useRef } from 'react';
import type { FieldPathByValue, FieldValues, PathValue } from 'react-hook-form';
import { DateField } from '../../ui/field/date-field.tsx';
import type { Form } from '../../ui/form/use-zod-form.ts';

type Props<Values extends FieldValues, Output> = {
  form: Form<Values, Output>;
  name: FieldPathByValue<Values, string>;
  /** The due date by the payment term, empty without one. */
  proposed: string;
  clearable: boolean;
  required: boolean;
};

/**
 * The due date of an invoice. It follows the proposal, such as after another issue date, until the user types or clears
 * it. A proposal does not make the form dirty.
 */
export function DueDateField<Values extends FieldValues, Output>({
  form,
  name,
  proposed,
  ...inputProps
}: Props<Values, Output>) {
  const last = useRef<string>(form.getValues(name));
  useEffect(() => {
    if (proposed === last.current) return;
    if (form.getValues(name) === last.current)
      form.resetField(name, { defaultValue: proposed as PathValue<Values, typeof name> });
    last.current = proposed;
  }, [form, name, proposed]);
  return <DateField control={form.control} name={name} label={HEADERS.paymentDate} {...inputProps} />;
}
