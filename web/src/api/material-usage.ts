import { listRawMaterialUsage } from '@spichlerz/shared/calls/materials';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** The contracts that use raw materials and their parts. It comes from contracts, and changes with them. */
export const rawMaterialUsageQuery = queryOptions({
  queryKey: ['contract', 'usage'],
  queryFn: ({ signal }) => call(listRawMaterialUsage, { signal }),
});
