import { Textarea, type TextareaProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { type Binding, useField } from './use-field.ts';

type BoundProps = 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error';

export function TextAreaField<Values extends FieldValues, Output>({
  control,
  name,
  ...input
}: Binding<Values, string, Output> & Omit<TextareaProps, BoundProps>) {
  const { attach, ...field } = useField<Values, string, Output>({ control, name });
  return (
    <Textarea
      rows={4}
      {...input}
      ref={attach}
      name={field.name}
      value={field.value}
      onChange={(event) => field.change(event.currentTarget.value)}
      onBlur={field.blur}
      error={field.error}
      disabled={input.disabled ?? field.disabled}
    />
  );
}
