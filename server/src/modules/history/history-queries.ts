import type { HistoryEntity, HistoryRow } from '@spichlerz/shared/wire/history';
import { type RawBuilder, sql } from 'kysely';
import { compiledOnce } from '../../db/compiled-once.ts';
import { asSelected, COUNT, isOneOf, type Page, pageOf } from '../../db/list-page.ts';
import type { Db } from '../../db/tx.ts';
import { mailsOf } from './history-mails.ts';
import { namesIn } from './history-names.ts';

type Request = {
  limit: number;
  offset: number;
  orderBy: { direction: 'ASC' | 'DESC' };
  filter: {
    entity?: HistoryEntity | undefined;
    entityId?: number | undefined;
    contractId?: number | undefined;
  };
};

export async function listHistory(db: Db, request: Request): Promise<Page<HistoryRow>> {
  const { entity, entityId, contractId } = request.filter;
  const filtered = db
    .selectFrom('history as h')
    .$if(entity !== undefined, (query) => query.where('h.entity', '=', entity ?? ''))
    .$if(entityId !== undefined, (query) => query.where('h.entity_id', '=', entityId ?? 0))
    .$if(contractId !== undefined, (query) =>
      query.where(sql<boolean>`h.contract_ids @> array[${contractId}::bigint]`),
    );
  const page = await pageOf(db, request, {
    ids: filtered.orderBy('h.id', request.orderBy.direction === 'ASC' ? 'asc' : 'desc').select('h.id'),
    select: selectHistory,
    toRow: asSelected,
    filtered: null,
    total: filtered.select(COUNT),
  });
  const names = await namesIn(db, page.list);
  const mails = await mailsOf(db, page.list);
  return {
    ...page,
    list: page.list.map((row, index) => ({ ...row, names: names[index] ?? {}, mails: mails[index] ?? [] })),
  };
}

const selectHistory = compiledOnce((db: Db, ids: RawBuilder<readonly number[]>) =>
  db
    .selectFrom('history as h')
    .leftJoin('app_user as u', 'u.id', 'h.user_id')
    .where(isOneOf('h.id', ids))
    .select([
      'h.id',
      'h.at',
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('user'),
      sql<HistoryEntity>`h.entity`.as('entity'),
      'h.entity_id as entityId',
      'h.subject',
      'h.action',
      'h.reason',
      sql<HistoryRow['changes']>`h.changes`.as('changes'),
    ]),
);
