import { getTransportCosts } from '@spichlerz/shared/calls/transport-costs';
import {
  getTransport,
  listLoadingDays,
  listMoveTargets,
  listTransports,
} from '@spichlerz/shared/calls/transports';
import { findVehicle } from '@spichlerz/shared/calls/vehicles';
import type { Side } from '@spichlerz/shared/domain/side';
import { TRANSPORT_STATUSES } from '@spichlerz/shared/domain/transport';
import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nullIfMissing } from './api-error.ts';
import { call } from './call.ts';
import { listExport } from './list-export.ts';

type ListQuery = NonNullable<CallInput<typeof listTransports>['query']>;

export const transportListQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ['transport', 'list', query],
    queryFn: ({ signal }) => call(listTransports, { query, signal }),
    placeholderData: keepPreviousData,
  });

type LoadingDaysQuery = CallInput<typeof listLoadingDays>['query'];

/** The sums of each loading day in a range, within the filters of the list. */
export const loadingDaysQuery = (query: LoadingDaysQuery) =>
  queryOptions({
    queryKey: ['transport', 'days', query],
    queryFn: ({ signal }) => call(listLoadingDays, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const transportExport = (query: ListQuery) => listExport(listTransports, { query });

/** No page is about one transport, so a deleted transport must not open the not-found page. */
export const transportQuery = (id: number) =>
  queryOptions({
    queryKey: ['transport', 'record', id],
    queryFn: ({ signal }) => call(getTransport, { params: { id }, signal, mayBeMissing: true }),
  });

/** Reads a transport that has left its list. Returns null if the transport was deleted. */
export const keptTransport = {
  topic: 'transport',
  read: (id: number, signal: AbortSignal) =>
    call(getTransport, { params: { id }, signal, mayBeMissing: true }).catch(nullIfMissing),
};

/**
 * The costs of a transport besides the freight. They are not cached, because a dialog must not open with
 * outdated costs.
 */
export const transportCostsQuery = (transportId: number) =>
  queryOptions({
    queryKey: ['transport', 'costs', transportId],
    queryFn: ({ signal }) => call(getTransportCosts, { params: { id: transportId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Contracts of one side that a transport can move to from its current contract. */
export const moveTargetsQuery = (side: Side, currentId: number, search: string) =>
  queryOptions({
    queryKey: ['contract', 'targets', side, currentId, search],
    queryFn: ({ signal }) => {
      const page = { limit: 20, ...(search === '' ? {} : { search }) };
      return {
        purchase: () =>
          call(listMoveTargets.purchase, { query: { ...page, currentPurchaseId: currentId }, signal }),
        sales: () => call(listMoveTargets.sales, { query: { ...page, currentSalesId: currentId }, signal }),
      }[side]();
    },
    placeholderData: keepPreviousData,
  });

const NOT_CANCELLED = TRANSPORT_STATUSES.filter((status) => status !== 'CANCELLED');

/**
 * The last transport between two contracts that is not cancelled. Its freight and carrier are proposed for
 * the next transport.
 */
export const lastTransportQuery = (purchaseId: number, salesId: number) =>
  queryOptions({
    queryKey: ['transport', 'last', purchaseId, salesId],
    queryFn: ({ signal }) =>
      call(listTransports, { query: { purchaseId, salesId, status: NOT_CANCELLED, limit: 1 }, signal }),
    select: ({ list: [last] }) => last,
  });

type VehicleQuery = CallInput<typeof findVehicle>['query'];

/**
 * The carrier and driver of the vehicle's earlier transports, and the vehicle's other transports on the days of
 * the query.
 */
export const vehicleQuery = (query: VehicleQuery) =>
  queryOptions({
    queryKey: ['transport', 'vehicle', query],
    queryFn: ({ signal }) => call(findVehicle, { query, signal }),
  });
