import type { AuditEntity, AuditEntry } from '@spichlerz/shared/wire/audit-log';
import type { ListRequest } from '@spichlerz/shared/wire/list';
import { sql } from 'kysely';
import type { Actor } from '../auth/actor.ts';
import { compiledOnce, type Ids, isAnyOf } from '../db/compiled-once.ts';
import type { Db } from '../db/tx.ts';
import { fragment } from '../lists/large/fragment.ts';
import { idsOf, stableOrder } from '../lists/large/ids.ts';
import { largeList } from '../lists/large/large-list.ts';
import { searched } from '../lists/large/searched.ts';
import { countOf, withConditions } from '../lists/large/source.ts';
import type { Page } from '../lists/list.ts';
import { mailsOf } from './audit-mails.ts';
import { findNames } from './audit-names.ts';

type Filter = {
  entity?: AuditEntity | undefined;
  entityId?: number | undefined;
  contractId?: number | undefined;
};

/** Entries about users contain e-mail addresses and roles, so a USER sees only the entries about themselves. */
export async function listAuditEntries(
  db: Db,
  actor: Actor,
  request: ListRequest<Filter, 'id'>,
): Promise<Page<AuditEntry>> {
  const { entity, entityId, contractId } = request.filter;
  const where = [
    ...(entity === undefined ? [] : [fragment`h.entity = ${entity}`]),
    ...(entityId === undefined ? [] : [fragment`h.entity_id = ${entityId}`]),
    ...(contractId === undefined ? [] : [fragment`h.contract_ids @> array[${contractId}::bigint]`]),
    ...(actor.role === 'ADMIN' ? [] : [fragment`(h.entity <> 'user' or h.entity_id = ${actor.userId})`]),
  ];
  const history = { from: fragment`history as h`, where };
  const conditions = searched(NAME, request.search).map(
    (found) => fragment`h.user_id in (select u.id from app_user u where ${found})`,
  );
  const matching = withConditions(history, conditions);
  const list = largeList({
    ids: idsOf(matching, fragment`h.id`, stableOrder(request.orderBy, { id: fragment`h.id` })),
    select: selectAuditEntries,
    toRow: (row): Omit<AuditEntry, 'names' | 'mails'> => row,
    filtered: conditions.length === 0 ? null : countOf(matching),
    total: countOf(history),
  });
  const page = await list.readPage(db, request);
  const names = await findNames(db, page.list);
  const mails = await mailsOf(db, page.list);
  return {
    ...page,
    list: page.list.map((row, index) => ({ ...row, names: names[index] ?? {}, mails: mails[index] ?? [] })),
  };
}

const NAME = fragment`search_key(u.first_name || '|' || u.last_name)`;

const selectAuditEntries = compiledOnce((db: Db, ids: Ids) =>
  db
    .selectFrom('history as h')
    .leftJoin('app_user as u', 'u.id', 'h.user_id')
    .where(isAnyOf('h.id', ids))
    .select([
      'h.id',
      'h.at',
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('user'),
      sql<AuditEntity>`h.entity`.as('entity'),
      'h.entity_id as entityId',
      'h.subject',
      'h.action',
      'h.reason',
      sql<AuditEntry['changes']>`h.changes`.as('changes'),
    ]),
);
