import type { FieldValues } from 'react-hook-form';
import { DecimalInput, type DecimalInputBaseProps } from './decimal-input.tsx';
import { type Binding, useField } from './use-field.ts';

/** A number as canonical decimal text in the form: `1234.5`, empty when missing. */
export function NumberField<Values extends FieldValues, Output>({
  control,
  name,
  ...inputProps
}: Binding<Values, string, Output> & DecimalInputBaseProps) {
  const { attach, ...field } = useField<Values, string, Output>({ control, name });
  return (
    <DecimalInput
      {...inputProps}
      ref={attach}
      name={field.name}
      value={field.value}
      onChange={field.change}
      onBlur={field.blur}
      error={field.error}
      disabled={inputProps.disabled ?? field.disabled}
    />
  );
}
