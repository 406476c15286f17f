import './checkbox.css';
import './switch.css';
import { Checkbox, type CheckboxProps, Switch, type SwitchProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { keepFocus } from '../form/keep-focus.ts';
import { type Binding, useField } from './use-field.ts';

type BoundProps = 'name' | 'value' | 'checked' | 'defaultChecked' | 'onChange' | 'onBlur' | 'error';

export function SwitchField<Values extends FieldValues, Output>({
  control,
  name,
  ...input
}: Binding<Values, boolean, Output> & Omit<SwitchProps, BoundProps>) {
  const { attach, ...field } = useField<Values, boolean, Output>({ control, name });
  return (
    <Switch
      wrapperProps={{ onMouseDown: keepFocus }}
      {...input}
      ref={attach}
      name={field.name}
      checked={field.value}
      onChange={({ currentTarget }) => {
        // The focus moves at the click, because keepFocus prevents the focus at mouse down.
        currentTarget.focus({ preventScroll: true });
        field.change(currentTarget.checked);
      }}
      onBlur={field.blur}
      error={field.error}
      disabled={input.disabled ?? field.disabled}
    />
  );
}

export function CheckboxField<Values extends FieldValues, Output>({
  control,
  name,
  ...input
}: Binding<Values, boolean, Output> & Omit<CheckboxProps, BoundProps>) {
  const { attach, ...field } = useField<Values, boolean, Output>({ control, name });
  return (
    <Checkbox
      wrapperProps={{ onMouseDown: keepFocus }}
      {...input}
      ref={attach}
      name={field.name}
      checked={field.value}
      onChange={({ currentTarget }) => {
        // The focus moves at the click, because keepFocus prevents the focus at mouse down.
        currentTarget.focus({ preventScroll: true });
        field.change(currentTarget.checked);
      }}
      onBlur={field.blur}
      error={field.error}
      disabled={input.disabled ?? field.disabled}
    />
  );
}
