import { listRawMaterialUsage } from '@spichlerz/shared/calls/materials';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/**
 * How many contracts use each raw material and its parts. The key starts with `contract` because contracts
 * change it.
 */
export const rawMaterialUsageQuery = queryOptions({
  queryKey: ['contract', 'usage'],
  queryFn: ({ signal }) => call(listRawMaterialUsage, { signal }),
});
