import { SETTLEMENT_STATUSES } from '@spichlerz/shared/domain/settlement';
import type { BySide } from '@spichlerz/shared/domain/side';
import { sharedTransportFilters } from '../../components/transport/transport-filters.tsx';
import { transportFilters } from '../../components/transport/transport-params.ts';
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
  filters: { status: urlMany(SETTLEMENT_STATUSES), ...transportFilters },
});
type SettlementParams = ParamsOf<typeof settlementListParams>;

export const settlementListFilters = sharedTransportFilters<SettlementParams>();

/** The statuses of each side: only purchases have a statement that is sent. */
export const SIDE_STATUSES: BySide<readonly (typeof SETTLEMENT_STATUSES)[number][]> = {
  purchase: SETTLEMENT_STATUSES,
  sales: SETTLEMENT_STATUSES.filter((status) => status !== 'SETTLED'),
};
