import { type HistoryEntity, listHistory } from '@spichlerz/shared/calls/history';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

const PAGE: Partial<Record<HistoryEntity, number>> = { contract: 20 };
const SHORT_PAGE = 5;

/** A contract's history is also its trucks' and their settlements'. */
const filterOf = (entity: HistoryEntity, entityId: number) =>
  entity === 'contract' ? { contractId: entityId } : { entity, entityId };

/** What happened to a record, newest first, page after page; a live change of the record brings it up to date. */
export const historyQuery = (entity: HistoryEntity, entityId: number) =>
  infiniteQueryOptions({
    queryKey: [entity, 'history', entityId],
    queryFn: ({ pageParam, signal }) =>
      call(listHistory, {
        query: { ...filterOf(entity, entityId), limit: PAGE[entity] ?? SHORT_PAGE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ filtered }, pages) => {
      const loaded = pages.reduce((sum, { list }) => sum + list.length, 0);
      return loaded < filtered ? loaded : undefined;
    },
  });
