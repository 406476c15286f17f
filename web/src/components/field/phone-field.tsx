import { TextInput, type TextInputProps } from '@mantine/core';
import { normalisePhone } from '@spichlerz/shared/domain/phone';
import type { FieldValues } from 'react-hook-form';
import { type Binding, useField } from '../../ui/field/use-field.ts';

type InputProps = Pick<TextInputProps, 'label' | 'required'>;

/** A phone number in any format. On blur the field shows the stored format. */
export function PhoneField<Values extends FieldValues, Output>({
  control,
  name,
  ...inputProps
}: Binding<Values, string, Output> & InputProps) {
  const { attach, ...field } = useField<Values, string, Output>({ control, name });
  return (
    <TextInput
      autoComplete="off"
      {...inputProps}
      type="tel"
      ref={attach}
      name={field.name}
      value={field.value}
      onChange={(event) => field.change(event.currentTarget.value)}
      onBlur={() => {
        const phone = normalisePhone(field.value);
        if (phone !== field.value) field.change(phone);
        field.blur();
      }}
      error={field.error}
      disabled={field.disabled}
    />
  );
}
