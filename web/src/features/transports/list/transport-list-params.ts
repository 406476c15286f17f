import { TRANSPORT_SORT } from '@spichlerz/shared/calls/transports';
import { TRANSPORT_ATTENTIONS } from '@spichlerz/shared/domain/attention';
import { MARGIN_CURRENCIES } from '@spichlerz/shared/domain/margin-currency';
import { TO_DISPATCH, TRANSPORT_STATUSES } from '@spichlerz/shared/domain/transport';
import { listQueryOf } from '../../../api/list-request.ts';
import {
  defineListParams,
  isSame,
  type ListDefinition,
  type ParamsOf,
  urlDay,
  urlId,
  urlIds,
  urlMany,
  urlOne,
} from '../../../ui/table/list-params.ts';
import { transportFilters } from './transport-params.ts';

const list = {
  sort: TRANSPORT_SORT,
  filters: {
    status: urlMany(TRANSPORT_STATUSES),
    attention: urlOne(TRANSPORT_ATTENTIONS),
    supplierId: urlId(),
    recipientId: urlId(),
    purchaseId: urlId(),
    salesId: urlId(),
    rawMaterialId: urlIds(),
    ownerId: urlIds(),
    carrierId: urlId(),
    // these filters come from links of the margin report; the filter panel does not offer them
    salesOwnerId: urlIds(),
    dateRealizedFrom: urlDay(),
    dateRealizedTo: urlDay(),
    marginCurrency: urlOne(MARGIN_CURRENCIES),
    ...transportFilters,
  },
} as const;
export const transportListParams = defineListParams({ ...list, order: 'id DESC' });
export type TransportListParams = ParamsOf<typeof transportListParams>;

// without a search or filter in the URL the default filters apply, even with other parameters such as the page
const hasFilters = (search: object) =>
  Object.keys(search).some((name) => name === 'search' || name in list.filters);

const byLoadingDay = defineListParams({ ...list, order: 'date_loading ASC' });

/**
 * Logistics opens with the transports that are not released yet, by loading day. This default applies only to a
 * URL without filters, because a link with filters must list all of its matches.
 */
export const logisticsListParams: ListDefinition<TransportListParams> = {
  read: (search) => byLoadingDay.read(hasFilters(search) ? search : { ...search, status: TO_DISPATCH }),
  write: (params) => {
    const search = byLoadingDay.write(params);
    if (!hasFilters(search)) return { ...search, status: '' };
    const { status, ...others } = search;
    return isSame(status, TO_DISPATCH) && !hasFilters(others) ? others : search;
  },
  defaults: byLoadingDay.read({ status: TO_DISPATCH }),
};

const asList = (id: number | null) => (id === null ? [] : [id]);

/**
 * Converts the parameters to the query of the API, in which the filters by supplier, recipient and carrier are
 * lists.
 */
export const transportQueryOf = (params: TransportListParams) =>
  listQueryOf({
    ...params,
    supplierId: asList(params.supplierId),
    recipientId: asList(params.recipientId),
    carrierId: asList(params.carrierId),
  });
