import type { BySide } from '@spichlerz/shared/domain/side';
import { formatDate, formatPrice, formatTonnes } from '@spichlerz/shared/words/figures';
import type { ComponentType } from 'react';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { FilterFieldsProps, ListFilters } from '../../../ui/table/list-filters.tsx';
import { RANGES, type TransportFilterName, type TransportParams } from './transport-params.ts';

/** The filter that limits a list to one contract. */
export const ofContract: BySide<(id: number) => { purchaseId?: number; salesId?: number }> = {
  purchase: (id) => ({ purchaseId: id }),
  sales: (id) => ({ salesId: id }),
};

/** The fields that the search of settlements covers. */
export const SETTLEMENT_SEARCH_HINT = 'Szukaj: nr rej., przewoźnik, kierowca, telefon, GMP, uwagi';

const CHIPS = {
  cargoQuantityFrom: (kg: number | null) => `Ilość od ${formatTonnes(kg)}`,
  cargoQuantityTo: (kg: number | null) => `Ilość do ${formatTonnes(kg)}`,
  realCargoQuantityFrom: (kg: number | null) => `Ilość rzeczywista od ${formatTonnes(kg)}`,
  realCargoQuantityTo: (kg: number | null) => `Ilość rzeczywista do ${formatTonnes(kg)}`,
  priceFrom: (price: number | null) => `Fracht za tonę od ${formatPrice(price, null)}`,
  priceTo: (price: number | null) => `Fracht za tonę do ${formatPrice(price, null)}`,
  dateLoadingFrom: (day: string) => `Załadunek od ${formatDate(day)}`,
  dateLoadingTo: (day: string) => `Załadunek do ${formatDate(day)}`,
  dateUnloadingFrom: (day: string) => `Rozładunek od ${formatDate(day)}`,
  dateUnloadingTo: (day: string) => `Rozładunek do ${formatDate(day)}`,
  purchaseDeliverDateFrom: (day: string) => `Dostawa zakupu od ${formatDate(day)}`,
  purchaseDeliverDateTo: (day: string) => `Dostawa zakupu do ${formatDate(day)}`,
  salesDeliverDateFrom: (day: string) => `Dostawa sprzedaży od ${formatDate(day)}`,
  salesDeliverDateTo: (day: string) => `Dostawa sprzedaży do ${formatDate(day)}`,
} satisfies { [Key in TransportFilterName]: (value: TransportParams[Key]) => string };

const TransportFilterFields = lazyComponent(
  async () => (await import('./transport-filter-fields.tsx')).TransportFilterFields,
);

/** The filter panel of any list with these filters in its state. */
export function sharedTransportFilters<Params extends TransportParams>(): ListFilters<Params> {
  // TypeScript cannot infer that the control of a larger set of filters has these fields too.
  const Fields = TransportFilterFields as unknown as ComponentType<FilterFieldsProps<Params>>;
  return {
    fields: (props) => <Fields {...props} />,
    chips: CHIPS as ListFilters<Params>['chips'],
    ranges: RANGES as unknown as NonNullable<ListFilters<Params>['ranges']>,
  };
}
