import { TRANSPORT_SORT } from '@spichlerz/shared/calls/transports';
import { isOverdueInvoice, TRANSPORT_ATTENTIONS } from '@spichlerz/shared/domain/attention';
import { TRANSPORT_STATUSES } from '@spichlerz/shared/domain/transport';
import type { ListFilters } from '../../../ui/table/list-filters.tsx';
import {
  defineListParams,
  type ListDefinition,
  type ParamsOf,
  urlMany,
  urlOne,
} from '../../../ui/table/list-params.ts';
import { TRANSPORT_ATTENTION_LABELS } from '../../../words/attention.ts';
import { sharedTransportFilters } from './transport-filters.tsx';
import { transportFilters } from './transport-params.ts';

const definition = defineListParams({
  sort: [...TRANSPORT_SORT, 'payment_date'],
  order: 'id DESC',
  filters: {
    status: urlMany(TRANSPORT_STATUSES),
    attention: urlOne(TRANSPORT_ATTENTIONS),
    ...transportFilters,
  },
});
type TransportParams = ParamsOf<typeof definition>;

/**
 * Sorting by payment date is possible only with a filter for overdue invoices; otherwise the default order
 * applies.
 */
export const transportListParams: ListDefinition<TransportParams> = {
  ...definition,
  read: (search) => {
    const params = definition.read(search);
    if (params.sort.column !== 'payment_date' || isOverdueInvoice(params.attention)) return params;
    return { ...params, sort: definition.defaults.sort };
  },
};

const shared = sharedTransportFilters<TransportParams>();

export const transportListFilters: ListFilters<TransportParams> = {
  ...shared,
  chips: {
    ...shared.chips,
    attention: (attention) => (attention === null ? null : TRANSPORT_ATTENTION_LABELS[attention]),
  },
};
