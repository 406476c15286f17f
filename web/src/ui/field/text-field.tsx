import {
  PasswordInput,
  type PasswordInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { type Binding, useField } from './use-field.ts';

type BoundProps = 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error';

export function TextField<Values extends FieldValues, Output>({
  control,
  name,
  ...input
}: Binding<Values, string, Output> & Omit<TextInputProps, BoundProps>) {
  const { attach, ...field } = useField<Values, string, Output>({ control, name });
  return (
    <TextInput
      autoComplete="off"
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

export function PasswordField<Values extends FieldValues, Output>({
  control,
  name,
  ...input
}: Binding<Values, string, Output> & Omit<PasswordInputProps, BoundProps>) {
  const { attach, ...field } = useField<Values, string, Output>({ control, name });
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': 'Pokaż lub ukryj hasło' }}
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
