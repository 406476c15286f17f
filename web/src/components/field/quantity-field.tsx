import type { FieldValues } from 'react-hook-form';
import { type Binding, useField } from '../../ui/field/use-field.ts';
import { WholeInput, type WholeInputBaseProps } from './whole-input.tsx';

/** Kilograms in the form, null when empty; shown as tonnes with three decimals. */
export function QuantityField<Values extends FieldValues, Output>({
  control,
  name,
  ...inputProps
}: Binding<Values, number | null, Output> & WholeInputBaseProps) {
  const { attach, ...field } = useField<Values, number | null, Output>({ control, name });
  return (
    <WholeInput
      min={0}
      unit="t"
      {...inputProps}
      places={3}
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
