import { CONTRACT_ATTENTIONS } from '@spichlerz/shared/domain/attention';
import {
  AGREEMENT_STATUSES,
  CONTRACT_SORT_COLUMNS,
  CONTRACT_STATUSES,
  type ContractSort,
  CURRENCIES,
  RUNNING_STATUSES,
} from '@spichlerz/shared/domain/contract';
import type { BySide } from '@spichlerz/shared/domain/side';
import {
  type BaseParams,
  defineListParams,
  type ListDefinition,
  type ParamsOf,
  urlDay,
  urlFlag,
  urlIds,
  urlMany,
  urlOne,
  urlWhole,
} from '../../../ui/table/list-params.ts';

/** The filters of every list of contracts, except the status, whose default differs. */
const filters = {
  agreementStatus: urlMany(AGREEMENT_STATUSES),
  dateOfReceiptFrom: urlDay(),
  dateOfReceiptTo: urlDay(),
  isCert: urlFlag(),
  isFor: urlFlag(),
  isGmp: urlFlag(),
  fcaCpt: urlFlag(),
  ownerId: urlIds(),
  priceFrom: urlWhole(),
  priceTo: urlWhole(),
  currency: urlOne(CURRENCIES),
  cargoQuantityFrom: urlWhole(),
  cargoQuantityTo: urlWhole(),
  rawMaterialQualityId: urlIds(),
  // these filters come from links of the positions and of the panel of pending work; the filter
  // panel does not offer them
  receiptEndsFrom: urlDay(),
  receiptEndsTo: urlDay(),
  isOpen: urlFlag(),
  attention: urlOne(CONTRACT_ATTENTIONS),
};

const definition = defineListParams({
  sort: CONTRACT_SORT_COLUMNS,
  order: 'id DESC',
  filters: { contractStatus: urlMany(CONTRACT_STATUSES, RUNNING_STATUSES), ...filters },
});

type ContractFilters = Omit<ParamsOf<typeof definition>, keyof BaseParams>;
export type ContractParams<Sort extends string = ContractSort> = BaseParams<Sort> & ContractFilters;
export const contractListParams: ListDefinition<ContractParams> = definition;

/**
 * Parameters of the list of candidate purchases for a sale. The best candidate comes first. By default all
 * statuses are selected, because the server returns only contracts that can be allocated.
 */
export const candidateListParams: ListDefinition<ContractParams<ContractSort | 'best' | 'margin'>> =
  defineListParams({
    sort: ['best', 'margin', ...CONTRACT_SORT_COLUMNS],
    order: 'best ASC',
    filters: { contractStatus: urlMany(CONTRACT_STATUSES), ...filters },
  });

/** The sort key of the contractor column. */
export const CONTRACTOR_SORT: BySide<'supplier' | 'recipient'> = { purchase: 'supplier', sales: 'recipient' };

export const FREIGHT = [
  { value: true, label: 'FCA' },
  { value: false, label: 'CPT' },
];

export const RANGES = {
  dates: { from: 'dateOfReceiptFrom', to: 'dateOfReceiptTo' },
  quantities: { from: 'cargoQuantityFrom', to: 'cargoQuantityTo' },
  prices: { from: 'priceFrom', to: 'priceTo' },
} as const;
