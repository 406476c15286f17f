import { TRANSPORT_STATUSES } from '@spichlerz/shared/domain/transport';
import { truckFilters, truckListFilters } from '../../components/transport/truck-filters.tsx';
import { defineListParams, type ParamsOf } from '../../ui/list/list-params.ts';
import { urlMany } from '../../ui/list/url-values.ts';

export const transportListParams = defineListParams({
  sort: [
    'id',
    'status',
    'registration_number',
    'carrier_name',
    'date_loading',
    'date_unloading',
    'price_per_ton',
    'cargo_quantity',
    'real_cargo_quantity',
  ],
  order: 'id DESC',
  filters: { status: urlMany(TRANSPORT_STATUSES), ...truckFilters },
});
type TransportParams = ParamsOf<typeof transportListParams>;

export const transportListFilters = truckListFilters<TransportParams>();
