import { listQualityOptions } from '@spichlerz/shared/wire/materials';
import { listCounties } from '@spichlerz/shared/wire/reference';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

const RARELY = 30 * 60_000;

/** Qualities offered for a raw material. */
export const qualityOptionsQuery = (rawMaterialId: number) =>
  queryOptions({
    queryKey: ['material', 'qualities', rawMaterialId],
    queryFn: ({ signal }) => call(listQualityOptions, { params: { id: rawMaterialId }, signal }),
    staleTime: RARELY,
  });

export const countiesQuery = queryOptions({
  queryKey: ['county'],
  queryFn: ({ signal }) => call(listCounties, { signal }),
  staleTime: RARELY,
});
