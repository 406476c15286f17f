import { listMargins } from '@spichlerz/shared/calls/margin';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { listExport } from './list-export.ts';

type MarginBody = BodyInputOf<typeof listMargins>;

/** The key starts with `position`, because margins change with the same records as positions. */
export const marginsQuery = (body: MarginBody) =>
  queryOptions({
    queryKey: ['position', 'margins', body],
    queryFn: ({ signal }) => call(listMargins, { body, signal }),
    placeholderData: keepPreviousData,
  });

export const marginsExport = (body: MarginBody) => listExport(listMargins, { body });
