import type { FilterFieldsProps } from '../../ui/list/list-filters.tsx';
import { DayRange, PriceRange, QuantityRange } from '../field/range-fields.tsx';
import { DATES, PRICES, QUANTITIES, type TransportParams } from './truck-params.ts';

/** Loaded when the panel is opened: most of a form comes with it. */
export function TransportFilterFields({ control }: FilterFieldsProps<TransportParams>) {
  return (
    <>
      {DATES.map((range) => (
        <DayRange key={range.from} control={control} {...range} />
      ))}
      {QUANTITIES.map((range) => (
        <QuantityRange key={range.from} control={control} {...range} />
      ))}
      {PRICES.map((range) => (
        <PriceRange key={range.from} control={control} {...range} />
      ))}
    </>
  );
}
