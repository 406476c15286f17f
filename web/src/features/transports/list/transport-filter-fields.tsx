import {
  DayRangeFields,
  PriceRangeFields,
  QuantityRangeFields,
} from '../../../components/field/range-fields.tsx';
import type { FilterFieldsProps } from '../../../ui/table/list-filters.tsx';
import { DATES, FREIGHT, QUANTITIES, type TransportParams } from './transport-params.ts';

/** These fields load when the filter panel opens, because they import most of the form code. */
export function TransportFilterFields({ control }: FilterFieldsProps<TransportParams>) {
  return (
    <>
      {DATES.map((range) => (
        <DayRangeFields key={range.from} control={control} {...range} />
      ))}
      {QUANTITIES.map((range) => (
        <QuantityRangeFields key={range.from} control={control} {...range} />
      ))}
      <PriceRangeFields control={control} {...FREIGHT} />
    </>
  );
}
