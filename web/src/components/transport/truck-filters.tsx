import type { BySide } from '@spichlerz/shared/domain/side';
import type { ComponentType } from 'react';
import type { FilterFieldsProps, ListFilters } from '../../ui/list/list-filters.tsx';
import type { BaseParams } from '../../ui/list/list-params.ts';
import { urlDay, urlWhole } from '../../ui/list/url-values.ts';
import { formatDate, formatPrice, formatTonnes } from '../../words/format.ts';
import { DayRange, PriceRange, QuantityRange } from '../range-fields.tsx';

/** The filter that keeps a list to one contract. */
export const ofContract: BySide<(id: number) => { purchaseId?: number; salesId?: number }> = {
  purchase: (id) => ({ purchaseId: id }),
  sales: (id) => ({ salesId: id }),
};

/** Filters that lists of transports and of settlements share. */
export const truckFilters = {
  cargoQuantityFrom: urlWhole(),
  cargoQuantityTo: urlWhole(),
  realCargoQuantityFrom: urlWhole(),
  realCargoQuantityTo: urlWhole(),
  priceFrom: urlWhole(),
  priceTo: urlWhole(),
  dateLoadingFrom: urlDay(),
  dateLoadingTo: urlDay(),
  dateUnloadingFrom: urlDay(),
  dateUnloadingTo: urlDay(),
  purchaseDeliverDateFrom: urlDay(),
  purchaseDeliverDateTo: urlDay(),
  salesDeliverDateFrom: urlDay(),
  salesDeliverDateTo: urlDay(),
};

type Name = keyof typeof truckFilters;
type TruckParams = BaseParams & {
  [Key in Name]: Key extends `date${string}` | `${string}Date${string}` ? string : number | null;
};

const CHIPS = {
  cargoQuantityFrom: (kg: number | null) => `Ilość od ${formatTonnes(kg)}`,
  cargoQuantityTo: (kg: number | null) => `Ilość do ${formatTonnes(kg)}`,
  realCargoQuantityFrom: (kg: number | null) => `Ilość rzeczywista od ${formatTonnes(kg)}`,
  realCargoQuantityTo: (kg: number | null) => `Ilość rzeczywista do ${formatTonnes(kg)}`,
  priceFrom: (price: number | null) => `Fracht za tonę od ${formatPrice(price)}`,
  priceTo: (price: number | null) => `Fracht za tonę do ${formatPrice(price)}`,
  dateLoadingFrom: (day: string) => `Załadunek od ${formatDate(day)}`,
  dateLoadingTo: (day: string) => `Załadunek do ${formatDate(day)}`,
  dateUnloadingFrom: (day: string) => `Rozładunek od ${formatDate(day)}`,
  dateUnloadingTo: (day: string) => `Rozładunek do ${formatDate(day)}`,
  purchaseDeliverDateFrom: (day: string) => `Dostawa zakupu od ${formatDate(day)}`,
  purchaseDeliverDateTo: (day: string) => `Dostawa zakupu do ${formatDate(day)}`,
  salesDeliverDateFrom: (day: string) => `Dostawa sprzedaży od ${formatDate(day)}`,
  salesDeliverDateTo: (day: string) => `Dostawa sprzedaży do ${formatDate(day)}`,
} satisfies { [Key in Name]: (value: TruckParams[Key]) => string };

/** The filter panel of any list whose state has these filters. */
export function truckListFilters<Params extends TruckParams>(): ListFilters<Params> {
  // A control of more filters has these fields too, which the compiler cannot follow for a Params it does not know.
  const Fields = TruckFilterFields as unknown as ComponentType<FilterFieldsProps<Params>>;
  return {
    Fields,
    chips: CHIPS as ListFilters<Params>['chips'],
    ranges: RANGES as unknown as NonNullable<ListFilters<Params>['ranges']>,
  };
}

const DATES = [
  { from: 'dateLoadingFrom', to: 'dateLoadingTo', label: 'Data załadunku' },
  { from: 'dateUnloadingFrom', to: 'dateUnloadingTo', label: 'Data rozładunku' },
  { from: 'purchaseDeliverDateFrom', to: 'purchaseDeliverDateTo', label: 'Data dostawy zakupu' },
  { from: 'salesDeliverDateFrom', to: 'salesDeliverDateTo', label: 'Data dostawy sprzedaży' },
] as const;
const QUANTITIES = [
  { from: 'cargoQuantityFrom', to: 'cargoQuantityTo', label: 'Ilość' },
  { from: 'realCargoQuantityFrom', to: 'realCargoQuantityTo', label: 'Ilość rzeczywista' },
] as const;
const PRICES = [{ from: 'priceFrom', to: 'priceTo', label: 'Fracht za tonę' }] as const;
const RANGES = [...DATES, ...QUANTITIES, ...PRICES];

function TruckFilterFields({ control }: FilterFieldsProps<TruckParams>) {
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
