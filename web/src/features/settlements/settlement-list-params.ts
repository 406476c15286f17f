import { SETTLEMENT_STATUSES } from '@spichlerz/shared/domain/settlement';
import type { BySide } from '@spichlerz/shared/domain/side';
import { defineListParams, type ParamsOf, urlMany } from '../../ui/table/list-params.ts';
import { sharedTransportFilters } from '../transports/list/transport-filters.tsx';
import { transportFilters } from '../transports/list/transport-params.ts';

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
  filters: { status: urlMany(SETTLEMENT_STATUSES), ...transportFilters },
});
type SettlementParams = ParamsOf<typeof settlementListParams>;

export const settlementListFilters = sharedTransportFilters<SettlementParams>();

/** The statuses of each side. A sale cannot be SETTLED, because a settlement is sent to the supplier only. */
export const SIDE_STATUSES: BySide<readonly (typeof SETTLEMENT_STATUSES)[number][]> = {
  purchase: SETTLEMENT_STATUSES,
  sales: SETTLEMENT_STATUSES.filter((status) => status !== 'SETTLED'),
};
