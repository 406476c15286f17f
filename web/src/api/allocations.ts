import {
  allocate,
  getAllocatedValue,
  listAllocations,
  listCandidates,
} from '@spichlerz/shared/wire/allocations';
import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Purchases that can still give to the sale. */
export const candidatesQuery = (
  salesId: number,
  query: NonNullable<CallInput<typeof listCandidates>['query']>,
) =>
  queryOptions({
    queryKey: ['allocation', 'candidates', salesId, query],
    queryFn: ({ signal }) => call(listCandidates, { params: { id: salesId }, query, signal }),
    placeholderData: keepPreviousData,
  });

export const allocationListQuery = (query: NonNullable<CallInput<typeof listAllocations>['query']>) =>
  queryOptions({
    queryKey: ['allocation', 'list', query],
    queryFn: ({ signal }) => call(listAllocations, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Kilograms allocated between the two and not yet on a truck, asked anew each time. */
export function fetchAllocatedValue(purchaseId: number, salesId: number): Promise<number> {
  return call(getAllocatedValue, { body: { purchaseId, salesId } });
}

/** Sets what is open between the two contracts, in kilograms. */
export function setAllocation(purchaseId: number, salesId: number, cargoQuantity: number): Promise<true> {
  return call(allocate, { params: { id: salesId }, body: { purchaseId, cargoQuantity } });
}
