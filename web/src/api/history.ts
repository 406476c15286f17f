import { type AuditEntity, listAuditEntries } from '@spichlerz/shared/calls/audit-log';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

const PAGE: Partial<Record<AuditEntity, number>> = { contract: 20 };
const SHORT_PAGE = 5;

/** A contract's history is also its trucks' and their settlements'. */
const filterOf = (entity: AuditEntity, entityId: number) =>
  entity === 'contract' ? { contractId: entityId } : { entity, entityId };

/** What happened to a record, newest first, page after page; a live change of the record brings it up to date. */
export const auditLogQuery = (entity: AuditEntity, entityId: number) =>
  infiniteQueryOptions({
    queryKey: [entity, 'history', entityId],
    queryFn: ({ pageParam, signal }) =>
      call(listAuditEntries, {
        query: { ...filterOf(entity, entityId), limit: PAGE[entity] ?? SHORT_PAGE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ filtered }, pages) => {
      const loaded = pages.reduce((sum, { list }) => sum + list.length, 0);
      return loaded < filtered ? loaded : undefined;
    },
  });
