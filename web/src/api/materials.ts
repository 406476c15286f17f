import {
  listQualityOptions,
  listRawMaterials,
  listRawMaterialUsage,
} from '@spichlerz/shared/calls/materials';
import { listCounties } from '@spichlerz/shared/calls/reference';
import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { listExport } from './list-export.ts';
import { fetchAllPages } from './list-request.ts';

const STALE_AFTER_MS = 30 * 60_000;

export const qualityOptionsQuery = (rawMaterialId: number) =>
  queryOptions({
    queryKey: ['material', 'qualities', rawMaterialId],
    queryFn: ({ signal }) => call(listQualityOptions, { params: { id: rawMaterialId }, signal }),
    staleTime: STALE_AFTER_MS,
  });

/** Variants of a raw material; most raw materials have none. */
export const variantsQuery = (rawMaterialId: number) =>
  queryOptions({
    queryKey: ['material', 'list', 'whole'],
    queryFn: ({ signal }) => allRawMaterials(signal),
    select: (list) => list.find(({ id }) => id === rawMaterialId)?.variants ?? [],
    staleTime: STALE_AFTER_MS,
  });

/** The distinct names of the quality parameters of all raw materials. */
export const parameterNamesQuery = queryOptions({
  queryKey: ['material', 'list', 'whole'],
  queryFn: ({ signal }) => allRawMaterials(signal),
  select: (list) =>
    [...new Set(list.flatMap(({ parameters }) => parameters.map(({ name }) => name)))].toSorted(
      (one, other) => one.localeCompare(other, 'pl'),
    ),
  staleTime: STALE_AFTER_MS,
});

export const countiesQuery = queryOptions({
  queryKey: ['county'],
  queryFn: ({ signal }) => call(listCounties, { signal }),
  staleTime: STALE_AFTER_MS,
});

type ListBody = NonNullable<CallInput<typeof listRawMaterials>['body']>;

export const rawMaterialListQuery = (body: ListBody) =>
  queryOptions({
    queryKey: ['material', 'list', body],
    queryFn: ({ signal }) => call(listRawMaterials, { body, signal }),
    placeholderData: keepPreviousData,
  });

export const rawMaterialExport = (body: ListBody) => listExport(listRawMaterials, { body });

/**
 * One raw material from the list. There are few raw materials, and the list contains all their fields. A raw
 * material that the list lacks fails the query, so that a form keeps the record that it was opened with.
 */
export const rawMaterialQuery = (id: number) =>
  queryOptions({
    queryKey: ['material', 'record', id],
    queryFn: async ({ signal }) => {
      const material = (await allRawMaterials(signal)).find((one) => one.id === id);
      if (material === undefined) throw new ApiError(404, 'NOT_FOUND');
      return material;
    },
  });

const allRawMaterials = (signal: AbortSignal) =>
  fetchAllPages((at) => call(listRawMaterials, { body: at, signal }));

/**
 * How many contracts use each raw material, and each of its qualities and variants. The key starts with
 * `contract`, because changes of contracts change these counts.
 */
export const rawMaterialUsageQuery = queryOptions({
  queryKey: ['contract', 'usage'],
  queryFn: ({ signal }) => call(listRawMaterialUsage, { signal }),
});
