import type { FieldValues } from 'react-hook-form';
import { TextAreaField } from '../../../ui/field/text-area-field.tsx';
import type { Binding } from '../../../ui/field/use-field.ts';

/** The transport's note, which is printed on the transport order for the carrier. */
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
