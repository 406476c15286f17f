import { listRawMaterialUsage } from '@spichlerz/shared/wire/materials';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** The contracts that use raw materials and their parts. */
export const rawMaterialUsageQuery = queryOptions({
  queryKey: ['material', 'usage'],
  queryFn: ({ signal }) => call(listRawMaterialUsage, { signal }),
});
