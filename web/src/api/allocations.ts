import { getAllocatedValue, listAllocations, listCandidates } from '@spichlerz/shared/calls/allocations';
import { type Allocation, NO_ALLOCATION } from '@spichlerz/shared/domain/allocation';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { AllocationRow } from '@spichlerz/shared/wire/allocations';
import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { listExport } from './list-export.ts';

type CandidateQuery = NonNullable<CallInput<typeof listCandidates>['query']>;
type AllocationQuery = NonNullable<CallInput<typeof listAllocations>['query']>;

export const candidatesQuery = (salesId: number, query: CandidateQuery) =>
  queryOptions({
    queryKey: ['allocation', 'candidates', salesId, query],
    queryFn: ({ signal }) => call(listCandidates, { params: { id: salesId }, query, signal }),
    placeholderData: keepPreviousData,
  });

export const candidatesExport = (salesId: number, query: CandidateQuery) =>
  listExport(listCandidates, { params: { id: salesId }, query });

export const allocationListQuery = (query: AllocationQuery) =>
  queryOptions({
    queryKey: ['allocation', 'list', query],
    queryFn: ({ signal }) => call(listAllocations, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const allocationExport = (query: AllocationQuery) => listExport(listAllocations, { query });

/** Kilograms allocated between the two contracts and not yet on a transport. */
export const allocatedValueQuery = (purchaseId: number, salesId: number) =>
  queryOptions({
    queryKey: ['allocation', 'value', purchaseId, salesId],
    queryFn: ({ signal }) => call(getAllocatedValue, { body: { purchaseId, salesId }, signal }),
  });

/** The allocation of a purchase contract to a sales contract, with the quantities of its transports. */
export const allocationQuery = (purchaseId: number, salesId: number) =>
  queryOptions({
    queryKey: ['allocation', 'pair', purchaseId, salesId],
    queryFn: ({ signal }) => call(listAllocations, { query: { purchaseId, salesId, limit: 1 }, signal }),
    select: ({ list: [row] }) => (row ? allocationOf(row) : NO_ALLOCATION),
  });

const allocationOf = ({ committed, inDelivery, delivered }: AllocationRow): Allocation => ({
  commitKg: kilograms(committed),
  effKg: kilograms(inDelivery + delivered),
});
