import { type AuditEntity, listAuditEntries } from '@spichlerz/shared/calls/audit-log';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

const PAGE_SIZE: Partial<Record<AuditEntity, number>> = { contract: 20 };
const DEFAULT_PAGE_SIZE = 5;

/** The audit log of a contract includes its transports and their settlements. */
const filterOf = (entity: AuditEntity, entityId: number) =>
  entity === 'contract' ? { contractId: entityId } : { entity, entityId };

/** The audit entries of a record, newest first, in pages. A live change of the record refreshes the entries. */
export const auditLogQuery = (entity: AuditEntity, entityId: number) =>
  infiniteQueryOptions({
    queryKey: [entity, 'history', entityId],
    queryFn: ({ pageParam, signal }) =>
      call(listAuditEntries, {
        query: {
          ...filterOf(entity, entityId),
          limit: PAGE_SIZE[entity] ?? DEFAULT_PAGE_SIZE,
          offset: pageParam,
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ filtered }, pages) => {
      const loaded = pages.reduce((sum, { list }) => sum + list.length, 0);
      return loaded < filtered ? loaded : undefined;
    },
  });
