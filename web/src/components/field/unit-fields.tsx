import type { Currency } from '@spichlerz/shared/domain/contract';
import { PAYMENT_DAYS_MAX } from '@spichlerz/shared/domain/contractor';
import { currencySymbol } from '@spichlerz/shared/words/figures';
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

/** Whole days of a payment term in the form, null when empty. */
export function DaysField<Values extends FieldValues, Output>({
  control,
  name,
  ...inputProps
}: Binding<Values, number | null, Output> & WholeInputBaseProps) {
  const { attach, ...field } = useField<Values, number | null, Output>({ control, name });
  return (
    <WholeInput
      min={0}
      max={PAYMENT_DAYS_MAX}
      unit="dni"
      {...inputProps}
      places={0}
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

type MoneyFieldProps = WholeInputBaseProps & {
  /** null for a filter that matches any currency. */
  currency?: Currency | null;
  perTonne?: boolean;
};

/** Minor units in the form, null when empty; shown with two decimals as an amount or a price per tonne. */
export function MoneyField<Values extends FieldValues, Output>({
  control,
  name,
  currency = 'PLN',
  perTonne = false,
  ...inputProps
}: Binding<Values, number | null, Output> & MoneyFieldProps) {
  const { attach, ...field } = useField<Values, number | null, Output>({ control, name });
  const symbol = currency === null ? '' : currencySymbol(currency);
  return (
    <WholeInput
      min={0}
      unit={perTonne ? `${symbol}/t` : symbol}
      {...inputProps}
      places={2}
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
