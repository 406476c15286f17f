import type { FieldValues } from 'react-hook-form';
import { type Binding, useField } from '../../ui/field/use-field.ts';
import { WholeInput, type WholeInputLook } from './whole-input.tsx';

/** Kilograms in the form (null when empty), tonnes with three decimals on the screen. */
export function QuantityField<Values extends FieldValues, Output>({
  control,
  name,
  ...look
}: Binding<Values, number | null, Output> & WholeInputLook) {
  const { attach, ...field } = useField<Values, number | null, Output>({ control, name });
  return (
    <WholeInput
      min={0}
      unit="t"
      {...look}
      places={3}
      ref={attach}
      name={field.name}
      value={field.value}
      onChange={field.change}
      onBlur={field.blur}
      error={field.error}
      disabled={look.disabled ?? field.disabled}
    />
  );
}
