import type { BySide } from '@spichlerz/shared/domain/side';
import { formatDate, formatPrice, formatTonnes } from '@spichlerz/shared/words/figures';
import type { ComponentType } from 'react';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { FilterFieldsProps, ListFilters } from '../../../ui/table/list-filters.tsx';
import { FREIGHT, RANGES, type TransportFilterName, type TransportParams } from './transport-params.ts';

/** The filter that limits a list to one contract. */
export const ofContract: BySide<(id: number) => { purchaseId?: number; salesId?: number }> = {
  purchase: (id) => ({ purchaseId: id }),
  sales: (id) => ({ salesId: id }),
};

/** The fields that the search of settlements covers. */
export const SETTLEMENT_SEARCH_HINT = 'Szukaj: nr rej., przewoźnik, kierowca, telefon, GMP, uwagi';

const CHIPS: {
  [Key in TransportFilterName]: (value: TransportParams[Key], params: TransportParams) => string | null;
} = {
  cargoQuantityFrom: (kg) => `Ilość od ${formatTonnes(kg)}`,
  cargoQuantityTo: (kg) => `Ilość do ${formatTonnes(kg)}`,
  realCargoQuantityFrom: (kg) => `Ilość rzeczywista od ${formatTonnes(kg)}`,
  realCargoQuantityTo: (kg) => `Ilość rzeczywista do ${formatTonnes(kg)}`,
  priceFrom: (price, { currency }) => `${FREIGHT.label} od ${formatPrice(price, currency)}`,
  priceTo: (price, { currency }) => `${FREIGHT.label} do ${formatPrice(price, currency)}`,
  currency: (value) => (value === null ? null : `${FREIGHT.currencyLabel}: ${value}`),
  dateLoadingFrom: (day) => `Załadunek od ${formatDate(day)}`,
  dateLoadingTo: (day) => `Załadunek do ${formatDate(day)}`,
  dateUnloadingFrom: (day) => `Rozładunek od ${formatDate(day)}`,
  dateUnloadingTo: (day) => `Rozładunek do ${formatDate(day)}`,
  purchaseDeliverDateFrom: (day) => `Dostawa zakupu od ${formatDate(day)}`,
  purchaseDeliverDateTo: (day) => `Dostawa zakupu do ${formatDate(day)}`,
  salesDeliverDateFrom: (day) => `Dostawa sprzedaży od ${formatDate(day)}`,
  salesDeliverDateTo: (day) => `Dostawa sprzedaży do ${formatDate(day)}`,
};

const TransportFilterFields = lazyComponent(
  async () => (await import('./transport-filter-fields.tsx')).TransportFilterFields,
);

/** The filter panel of a list whose state has these filters. */
export function sharedTransportFilters<Params extends TransportParams>(): ListFilters<Params> {
  // TypeScript cannot infer that the control of a form with more filters has these fields too.
  const Fields = TransportFilterFields as unknown as ComponentType<FilterFieldsProps<Params>>;
  return {
    fields: (props) => <Fields {...props} />,
    chips: CHIPS as ListFilters<Params>['chips'],
    ranges: RANGES as unknown as NonNullable<ListFilters<Params>['ranges']>,
  };
}
