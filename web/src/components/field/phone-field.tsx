import { TextInput, type TextInputProps } from '@mantine/core';
import { normalisePhone } from '@spichlerz/shared/domain/phone';
import type { FieldValues } from 'react-hook-form';
import { type Binding, useField } from '../../ui/field/use-field.ts';

type Look = Pick<TextInputProps, 'label' | 'required'>;

/** A phone number, typed as people write it; leaving the field shows the form it is stored in. */
export function PhoneField<Values extends FieldValues, Output>({
  control,
  name,
  ...look
}: Binding<Values, string, Output> & Look) {
  const { attach, ...field } = useField<Values, string, Output>({ control, name });
  return (
    <TextInput
      autoComplete="off"
      {...look}
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
