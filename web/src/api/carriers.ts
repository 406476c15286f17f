import { carriers } from '@spichlerz/shared/calls/carriers';
import type { BodyInputOf, CallInput } from '@spichlerz/shared/wire/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { listExport } from './list-export.ts';

type ListBody = NonNullable<CallInput<typeof carriers.list>['body']>;

export const carrierListQuery = (body: ListBody) =>
  queryOptions({
    queryKey: ['contractor', 'list', 'carrier', body],
    queryFn: ({ signal }) => call(carriers.list, { body, signal }),
    placeholderData: keepPreviousData,
  });

export const carrierExport = (body: ListBody) => listExport(carriers.list, { body });

export const carrierQuery = (id: number) =>
  queryOptions({
    queryKey: ['contractor', 'record', 'carrier', id],
    queryFn: ({ signal }) => call(carriers.get, { params: { id }, signal }),
  });

/** Names of carriers on transports without a carrier record. The name with the most transports comes first. */
export const carrierNamesQuery = queryOptions({
  queryKey: ['transport', 'carrier-names'],
  queryFn: ({ signal }) => call(carriers.listNames, { body: { limit: 5 }, signal }),
});

/** The options of a carrier field: the carriers that match the search, and the selected carrier. */
export const carrierSource = {
  cacheKey: ['contractor', 'options', 'carrier'],
  load: async (search: string, chosen: number | null, signal: AbortSignal) => {
    const { list } = await call(carriers.options, {
      body: {
        limit: 20,
        ...(search === '' ? {} : { search }),
        filter: chosen === null ? {} : { includeIds: [chosen] },
      },
      signal,
    });
    return list.map(({ value, label, nip, city }) => ({
      value,
      label,
      hint: [nip === null ? null : `NIP ${nip}`, city].filter((part) => part !== null).join(' · '),
    }));
  },
};

export type CarrierRequest = BodyInputOf<typeof carriers.create>;

export const createCarrier = (body: CarrierRequest) => call(carriers.create, { body });

export const changeCarrier = (id: number, body: CarrierRequest) =>
  call(carriers.change, { params: { id }, body });

export const deleteCarrier = (id: number) => call(carriers.delete, { params: { id } });

/** A missing carrier opens no not-found page: the caller's page is a list. */
export const linkTransportsToCarrier = (id: number, names: string[]) =>
  call(carriers.linkTransports, { params: { id }, body: { names }, mayBeMissing: true });
