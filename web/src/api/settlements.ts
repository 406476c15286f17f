import { listSettlements } from '@spichlerz/shared/calls/settlements';
import type { Side } from '@spichlerz/shared/domain/side';
import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { listExport } from './list-export.ts';

type ListQuery = NonNullable<CallInput<typeof listSettlements.purchase>['query']>;

export const settlementListQuery = (side: Side, query: ListQuery) =>
  queryOptions({
    queryKey: ['settlement', 'list', side, query],
    queryFn: ({ signal }) => call(listSettlements[side], { query, signal }),
    placeholderData: keepPreviousData,
  });

export const settlementExport = (side: Side, query: ListQuery) =>
  listExport(listSettlements[side], { query });
