import { type Control, type FieldPathByValue, type FieldValues, useWatch } from 'react-hook-form';
import { DateField } from '../../ui/field/date-field.tsx';
import { isDay as isDayText } from '../../ui/field/parse-day.ts';
import { MoneyField, QuantityField } from './unit-fields.tsx';

type RangeProps<Values extends FieldValues, Value> = {
  control: Control<Values, unknown, Values>;
  from: FieldPathByValue<Values, Value>;
  to: FieldPathByValue<Values, Value>;
  /** "Data załadunku": the labels of the two fields add "od" and "do". */
  label: string;
};

/** Two date fields; each limits the other's calendar. */
export function DayRange<Values extends FieldValues>({
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

export function QuantityRange<Values extends FieldValues>({
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

/** Prices per tonne, in any currency. */
export function PriceRange<Values extends FieldValues>({
  control,
  from,
  to,
  label,
}: RangeProps<Values, number | null>) {
  return (
    <>
      <MoneyField control={control} name={from} label={`${label} od`} currency={null} perTonne />
      <MoneyField control={control} name={to} label={`${label} do`} currency={null} perTonne />
    </>
  );
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && isDayText(value);
}
