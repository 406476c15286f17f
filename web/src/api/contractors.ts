import { contractorCards } from '@spichlerz/shared/calls/contractor-card';
import { type ContractorOption, contractors } from '@spichlerz/shared/calls/contractors';
import type { Side } from '@spichlerz/shared/domain/side';
import type { BodyInputOf, CallInput } from '@spichlerz/shared/wire/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { listExport } from './list-export.ts';

type ListBody = NonNullable<CallInput<typeof contractors.purchase.list>['body']>;

export const contractorListQuery = (side: Side, body: ListBody) =>
  queryOptions({
    queryKey: ['contractor', 'list', side, body],
    queryFn: ({ signal }) => call(contractors[side].list, { body, signal }),
    placeholderData: keepPreviousData,
  });

export const contractorExport = (side: Side, body: ListBody) => listExport(contractors[side].list, { body });

export const contractorQuery = (side: Side, id: number) =>
  queryOptions({
    queryKey: ['contractor', 'record', side, id],
    queryFn: ({ signal }) => call(contractors[side].get, { params: { id }, signal }),
  });

/**
 * The contractor's contracts, open quantities and transports in progress. The key starts with `contract`,
 * because changes of contracts and transports change this data.
 */
export const contractorCardQuery = (side: Side, id: number) =>
  queryOptions({
    queryKey: ['contract', 'card', side, id],
    queryFn: ({ signal }) => call(contractorCards[side].card, { params: { id }, signal }),
  });

export const similarContractorsQuery = (
  side: Side,
  query: NonNullable<CallInput<typeof contractorCards.purchase.findSimilar>['query']>,
) =>
  queryOptions({
    queryKey: ['contractor', 'similar', side, query],
    queryFn: ({ signal }) => call(contractorCards[side].findSimilar, { query, signal }),
  });

/** Contractors for a select field. The selected contractor is always included. */
export async function fetchContractorOptions(
  side: Side,
  search: string,
  selected: number | null,
  signal: AbortSignal,
): Promise<ContractorOption[]> {
  const { list } = await call(contractors[side].options, {
    body: {
      limit: 20,
      ...(search === '' ? {} : { search }),
      filter: selected === null ? {} : { includeIds: [selected] },
    },
    signal,
  });
  return list;
}

export type SupplierRequest = BodyInputOf<typeof contractors.purchase.create>;
export type RecipientRequest = BodyInputOf<typeof contractors.sales.create>;

/* The two sides have different request bodies, so each side has its own function. */

export const createContractor = {
  purchase: (body: SupplierRequest) => call(contractors.purchase.create, { body }),
  sales: (body: RecipientRequest) => call(contractors.sales.create, { body }),
};

export const changeContractor = {
  purchase: (id: number, body: SupplierRequest) =>
    call(contractors.purchase.change, { params: { id }, body }),
  sales: (id: number, body: RecipientRequest) => call(contractors.sales.change, { params: { id }, body }),
};

export function deleteContractor(side: Side, id: number): Promise<true> {
  return call(contractors[side].delete, { params: { id } });
}
