import {
  getContractRules,
  getDiscountTable,
  listDiscountTables,
} from '@spichlerz/shared/calls/discount-tables';
import { getTransportReadings, previewSettlement } from '@spichlerz/shared/calls/quality';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { fetchAllPages } from './list-request.ts';

export const contractRulesQuery = (contractId: number) =>
  queryOptions({
    queryKey: ['contract', 'rules', contractId],
    queryFn: ({ signal }) => call(getContractRules, { params: { id: contractId }, signal }),
  });

/** As in transportQuery, a deleted transport does not open the not-found page. */
export const transportReadingsQuery = (transportId: number) =>
  queryOptions({
    queryKey: ['transport', 'readings', transportId],
    queryFn: ({ signal }) =>
      call(getTransportReadings, { params: { id: transportId }, signal, mayBeMissing: true }),
  });

type PreviewBody = BodyInputOf<typeof previewSettlement>;

/** The settlement that results from the readings. Until a new result is computed, the previous result stays. */
export const settlementPreviewQuery = (body: PreviewBody) =>
  queryOptions({
    queryKey: ['settlement', 'preview', body],
    queryFn: ({ signal }) => call(previewSettlement, { body, signal }),
    placeholderData: keepPreviousData,
  });

export const discountTablesQuery = (rawMaterialId: number) =>
  queryOptions({
    queryKey: ['material', 'discount-tables', rawMaterialId],
    queryFn: ({ signal }) =>
      fetchAllPages((at) =>
        call(listDiscountTables, { body: { ...at, filter: { rawMaterialId }, orderBy: 'id ASC' }, signal }),
      ),
  });

export const discountTableQuery = (id: number) =>
  queryOptions({
    queryKey: ['material', 'discount-table', id],
    queryFn: ({ signal }) => call(getDiscountTable, { params: { id }, signal }),
  });
