import type { FieldValues } from 'react-hook-form';
import { TextAreaField } from '../../ui/field/text-area-field.tsx';
import type { Binding } from '../../ui/field/use-field.ts';

/** The note of a transport, which its carrier reads. */
export function TransportNoteField<Values extends FieldValues, Output>(
  binding: Binding<Values, string, Output>,
) {
  return (
    <TextAreaField
      {...binding}
      label="Uwagi"
      description="Drukowane na zleceniu transportowym."
      autosize
      minRows={2}
      maxRows={6}
    />
  );
}
