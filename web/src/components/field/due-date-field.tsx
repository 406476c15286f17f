import { HEADERS } from '@spichlerz/shared/words/headers';
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { DateField } from '../../ui/field/date-field.tsx';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { useProposal } from './use-proposal.ts';

type Props<Values extends FieldValues, Output> = {
  form: Form<Values, Output>;
  name: FieldPathByValue<Values, string>;
  /**
   * The due date of the joined invoice. If no invoice is joined, the due date computed from the payment term,
   * or an empty text without a payment term.
   */
  proposed: string;
  clearable: boolean;
  required: boolean;
};

/** The due date of an invoice. It changes with the proposal until the user types in the field or clears it. */
export function DueDateField<Values extends FieldValues, Output>({
  form,
  name,
  proposed,
  ...inputProps
}: Props<Values, Output>) {
  useProposal(form, name, proposed);
  return <DateField control={form.control} name={name} label={HEADERS.paymentDate} {...inputProps} />;
}
