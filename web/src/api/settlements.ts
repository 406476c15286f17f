import type { Side } from '@spichlerz/shared/domain/side';
import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { listSettlements } from '@spichlerz/shared/wire/settlements';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const settlementListQuery = (
  side: Side,
  query: NonNullable<CallInput<typeof listSettlements.purchase>['query']>,
) =>
  queryOptions({
    queryKey: ['settlement', 'list', side, query],
    queryFn: ({ signal }) => call(listSettlements[side], { query, signal }),
    placeholderData: keepPreviousData,
  });
