import type { Currency } from '@spichlerz/shared/domain/contract';
import { type Control, type FieldPathByValue, type FieldValues, useWatch } from 'react-hook-form';
import { DateField } from '../../ui/field/date-field.tsx';
import { isDay as isDayText } from '../../ui/field/parse-day.ts';
import { type OptionValue, SelectField } from '../../ui/field/select-field.tsx';
import { CURRENCY_OPTIONS } from '../../words/labels.ts';
import { MoneyField, QuantityField } from './unit-fields.tsx';

type RangeProps<Values extends FieldValues, Value> = {
  control: Control<Values, unknown, Values>;
  from: FieldPathByValue<Values, Value>;
  to: FieldPathByValue<Values, Value>;
  /** "Data załadunku": the labels of the two fields add "od" and "do". */
  label: string;
};

/** Two date fields; each limits the other's calendar. */
export function DayRangeFields<Values extends FieldValues>({
  control,
  from,
  to,
  label,
}: RangeProps<Values, string>) {
  const [first, last]: readonly unknown[] = useWatch({ control, name: [from, to] });
  return (
    <>
      <DateField
        control={control}
        name={from}
        label={`${label} od`}
        excludeDate={(day) => isDay(last) && day > last}
        {...(isDay(last) && { startAt: last })}
      />
      <DateField
        control={control}
        name={to}
        label={`${label} do`}
        excludeDate={(day) => isDay(first) && day < first}
        {...(isDay(first) && { startAt: first })}
      />
    </>
  );
}

export function QuantityRangeFields<Values extends FieldValues>({
  control,
  from,
  to,
  label,
}: RangeProps<Values, number | null>) {
  return (
    <>
      <QuantityField control={control} name={from} label={`${label} od`} />
      <QuantityField control={control} name={to} label={`${label} do`} />
    </>
  );
}

/**
 * A range of prices per tonne, and next to it the currency. Without a currency the range matches prices in any
 * currency.
 */
export function PriceRangeFields<Values extends FieldValues>({
  control,
  from,
  to,
  label,
  currency,
  currencyLabel,
}: RangeProps<Values, number | null> & {
  currency: FieldPathByValue<Values, Currency | null> & FieldPathByValue<Values, OptionValue | null>;
  currencyLabel: string;
}) {
  const chosen: Currency | null = useWatch({ control, name: currency });
  return (
    <>
      <MoneyField control={control} name={from} label={`${label} od`} currency={chosen} perTonne />
      <MoneyField control={control} name={to} label={`${label} do`} currency={chosen} perTonne />
      <SelectField
        control={control}
        name={currency}
        label={currencyLabel}
        options={CURRENCY_OPTIONS}
        placeholder="Każda"
        clearable
      />
    </>
  );
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && isDayText(value);
}
