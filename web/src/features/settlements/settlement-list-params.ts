import { SETTLEMENT_STATUSES } from '@spichlerz/shared/domain/settlement';
import type { BySide } from '@spichlerz/shared/domain/side';
import { truckListFilters } from '../../components/transport/truck-filters.tsx';
import { truckFilters } from '../../components/transport/truck-params.ts';
import { defineListParams, type ParamsOf } from '../../ui/list/list-params.ts';
import { urlMany } from '../../ui/list/url-values.ts';

export const settlementListParams = defineListParams({
  sort: [
    'id',
    'status',
    'registration_number',
    'real_cargo_quantity',
    'purchase_deliver_date',
    'sales_deliver_date',
  ],
  order: 'id DESC',
  filters: { status: urlMany(SETTLEMENT_STATUSES), ...truckFilters },
});
type SettlementParams = ParamsOf<typeof settlementListParams>;

export const settlementListFilters = truckListFilters<SettlementParams>();

/** Statuses of each side: only a purchase has a statement that is sent. */
export const SIDE_STATUSES: BySide<readonly (typeof SETTLEMENT_STATUSES)[number][]> = {
  purchase: SETTLEMENT_STATUSES,
  sales: SETTLEMENT_STATUSES.filter((status) => status !== 'SETTLED'),
};
