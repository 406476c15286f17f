import type { Currency } from '@spichlerz/shared/domain/contract';
import type { FieldValues } from 'react-hook-form';
import { type Binding, useField } from '../../ui/field/use-field.ts';
import { currencySymbol } from '../../words/format.ts';
import { WholeInput, type WholeInputLook } from './whole-input.tsx';

type Look = WholeInputLook & {
  /** null where any will do. */
  currency?: Currency | null;
  perTonne?: boolean;
};

/** Minor units in the form (null when empty), an amount or a price per tonne with two decimals on the screen. */
export function MoneyField<Values extends FieldValues, Output>({
  control,
  name,
  currency = 'PLN',
  perTonne = false,
  ...look
}: Binding<Values, number | null, Output> & Look) {
  const { attach, ...field } = useField<Values, number | null, Output>({ control, name });
  const symbol = currency === null ? '' : currencySymbol(currency);
  return (
    <WholeInput
      min={0}
      unit={perTonne ? `${symbol}/t` : symbol}
      {...look}
      places={2}
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
