import {
  assertVersion,
  DomainError,
  fieldError,
  notFoundInPath,
} from '@spichlerz/shared/domain/domain-error';
import type { ListViewForm } from '@spichlerz/shared/wire/list-views';
import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';

/* Views are settings of the screens and not business records, so they have no audit entries. */

/** @throws DomainError from the database: NAME_IS_DUPLICATED within the owner's views of the list */
export async function createListView(tx: Tx, actor: Actor, form: ListViewForm): Promise<{ id: number }> {
  return tx
    .insertInto('list_view')
    .values({ ...viewColumns(form), owner_id: actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** @throws DomainError NOT_FOUND, FORBIDDEN, CONFLICT, and from the database NAME_IS_DUPLICATED */
export async function changeListView(tx: Tx, actor: Actor, id: number, form: ListViewForm): Promise<true> {
  const { version } = await lockView(tx, actor, id);
  assertVersion(form.version, version);
  await tx
    .updateTable('list_view')
    .set({ ...viewColumns(form), version: version + 1, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  return true;
}

/** @throws DomainError NOT_FOUND, FORBIDDEN */
export async function deleteListView(tx: Tx, actor: Actor, id: number): Promise<true> {
  await lockView(tx, actor, id);
  await tx.deleteFrom('list_view').where('id', '=', id).execute();
  return true;
}

/** @throws DomainError VALUE_IS_WRONG for a view that the user does not see */
export async function setStartView(tx: Tx, actor: Actor, viewId: number | null): Promise<true> {
  if (viewId !== null) {
    const view = await tx
      .selectFrom('list_view')
      .where('id', '=', viewId)
      .where((e) => e.or([e('owner_id', '=', actor.userId), e('is_shared', '=', true)]))
      .select('id')
      .executeTakeFirst();
    if (view === undefined) throw fieldError('viewId', 'VALUE_IS_WRONG');
  }
  await tx.updateTable('app_user').set({ start_view_id: viewId }).where('id', '=', actor.userId).execute();
  return true;
}

const viewColumns = (form: ListViewForm) => ({
  list: form.list,
  name: form.name,
  is_shared: form.isShared,
  address: form.address,
  column_order: form.columnOrder,
  hidden_columns: form.hiddenColumns,
  is_dense: form.isDense,
});

async function lockView(tx: Tx, actor: Actor, id: number) {
  const view = await tx
    .selectFrom('list_view')
    .where('id', '=', id)
    .select(['owner_id', 'is_shared', 'version'])
    .forUpdate()
    .executeTakeFirst();
  const isOwn = view?.owner_id === actor.userId;
  if (view === undefined || !(isOwn || view.is_shared)) throw notFoundInPath('NOT_FOUND');
  if (!isOwn && actor.role !== 'ADMIN') throw new DomainError('FORBIDDEN');
  return view;
}
