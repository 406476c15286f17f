import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatDate } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useQuery } from '@tanstack/react-query';
import { carrierSource } from '../../../api/carriers.ts';
import { contractQuery } from '../../../api/contracts.ts';
import { rawMaterialTabsQuery, useOwners } from '../../../api/reference.ts';
import type { OptionSource } from '../../../ui/field/search-select-field.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { ListFilters } from '../../../ui/table/list-filters.tsx';
import { TRANSPORT_ATTENTION_LABELS } from '../../../words/attention.ts';
import { CONTRACTOR_SOURCE } from '../../contractors/contractor-options.ts';
import { sharedTransportFilters } from './transport-filters.tsx';
import type { TransportListParams } from './transport-list-params.ts';

const CounterpartFields = lazyComponent(
  async () => (await import('./counterpart-fields.tsx')).CounterpartFields,
);

const shared = sharedTransportFilters<TransportListParams>();

/** The filter panel for the transports of one contract. */
const contractTransportFilters: ListFilters<TransportListParams> = {
  ...shared,
  chips: {
    ...shared.chips,
    attention: (attention) => (attention === null ? null : TRANSPORT_ATTENTION_LABELS[attention]),
    dateRealizedFrom: (day) => `Dostawa lub rozładunek od ${formatDate(day)}`,
    dateRealizedTo: (day) => `Dostawa lub rozładunek do ${formatDate(day)}`,
    marginCurrency: (currency) =>
      currency === null ? null : currency === 'MIXED' ? 'Kwoty w kilku walutach' : `Kwoty w ${currency}`,
  },
};

/**
 * The filter panel of a list of transports. Only the list of the transports of all contracts has filters by
 * contract.
 */
export function useTransportListFilters(
  params: TransportListParams,
  isOfContract: boolean,
): ListFilters<TransportListParams> {
  const supplier = useOptionLabel(CONTRACTOR_SOURCE.purchase, params.supplierId);
  const recipient = useOptionLabel(CONTRACTOR_SOURCE.sales, params.recipientId);
  const carrier = useOptionLabel(carrierSource, params.carrierId);
  const purchase = useQuery({
    ...contractQuery('purchase', params.purchaseId ?? 0),
    enabled: params.purchaseId !== null,
  }).data;
  const sale = useQuery({
    ...contractQuery('sales', params.salesId ?? 0),
    enabled: params.salesId !== null,
  }).data;
  const materials = useQuery(rawMaterialTabsQuery).data ?? [];
  const owners = useOwners([...params.ownerId, ...params.salesOwnerId]) ?? [];
  if (isOfContract) return contractTransportFilters;
  return {
    ...contractTransportFilters,
    fields: (props) => <CounterpartFields {...props} />,
    chips: {
      supplierId: chip(SIDE_LABELS.purchase.contractor, supplier),
      recipientId: chip(SIDE_LABELS.sales.contractor, recipient),
      purchaseId: chip(SIDE_LABELS.purchase.contract, purchase && contractNumber(purchase)),
      salesId: chip(SIDE_LABELS.sales.contract, sale && contractNumber(sale)),
      rawMaterialId: (ids) =>
        `${HEADERS.rawMaterial}: ${namesOf(
          materials.map(({ id, name }) => ({ value: id, label: name })),
          ids,
        )}`,
      carrierId: chip(HEADERS.carrier, carrier),
      ownerId: (ids) => `${HEADERS.owner}: ${namesOf(owners, ids)}`,
      salesOwnerId: (ids) => `${HEADERS.salesOwner}: ${namesOf(owners, ids)}`,
      ...contractTransportFilters.chips,
    },
  };
}

const chip = (label: string, name: string | undefined) => (id: number | null) =>
  id === null ? null : `${label}: ${name ?? ''}`;

const namesOf = (options: readonly { value: number; label: string }[], ids: readonly number[]) =>
  options.flatMap(({ value, label }) => (ids.includes(value) ? [label] : [])).join(', ');

function useOptionLabel({ cacheKey, load }: OptionSource, id: number | null): string | undefined {
  const options = useQuery({
    queryKey: [...cacheKey, '', id],
    queryFn: ({ signal }) => load('', id, signal),
    enabled: id !== null,
  }).data;
  return options?.find(({ value }) => value === id)?.label;
}
