import { HEADERS } from '@spichlerz/shared/words/headers';
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { DateField } from '../../ui/field/date-field.tsx';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { useProposal } from './use-proposal.ts';

type Props<Values extends FieldValues, Output> = {
  form: Form<Values, Output>;
  name: FieldPathByValue<Values, string>;
  /** The due date of the joined invoice, or else by the payment term; empty without one. */
  proposed: string;
  clearable: boolean;
  required: boolean;
};

/** The due date of an invoice. It follows the proposal, such as after another issue date. */
export function DueDateField<Values extends FieldValues, Output>({
  form,
  name,
  proposed,
  ...inputProps
}: Props<Values, Output>) {
  useProposal(form, name, proposed);
  return <DateField control={form.control} name={name} label={HEADERS.paymentDate} {...inputProps} />;
}
