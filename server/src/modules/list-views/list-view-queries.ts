import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { ListView } from '@spichlerz/shared/wire/list-views';
import type { Actor } from '../../auth/actor.ts';
import type { Db } from '../../db/tx.ts';

/** Selects the user's own views and the shared ones. */
const visibleViews = (db: Db, actor: Actor) =>
  db
    .selectFrom('list_view as v')
    .innerJoin('app_user as u', 'u.id', 'v.owner_id')
    .where((e) => e.or([e('v.owner_id', '=', actor.userId), e('v.is_shared', '=', true)]))
    .select([
      'v.id',
      'v.list',
      'v.name',
      'v.is_shared',
      'v.address',
      'v.column_order',
      'v.hidden_columns',
      'v.is_dense',
      'v.version',
      'v.owner_id',
      'u.first_name',
      'u.last_name',
    ]);

type ViewRow = Awaited<ReturnType<ReturnType<typeof visibleViews>['executeTakeFirstOrThrow']>>;

const toView = (row: ViewRow): ListView => ({
  id: row.id,
  list: row.list,
  name: row.name,
  isShared: row.is_shared,
  address: row.address,
  columnOrder: row.column_order,
  hiddenColumns: row.hidden_columns,
  isDense: row.is_dense,
  owner: { id: row.owner_id, name: `${row.first_name} ${row.last_name}` },
  version: row.version,
});

const startViewId = async (db: Db, actor: Actor) =>
  (
    await db
      .selectFrom('app_user')
      .where('id', '=', actor.userId)
      .select('start_view_id')
      .executeTakeFirstOrThrow()
  ).start_view_id;

/** @param list the path of the list in the menu; undefined lists the views of every list */
export async function listViews(db: Db, actor: Actor, list: string | undefined) {
  const rows = await visibleViews(db, actor)
    .$if(list !== undefined, (query) => query.where('v.list', '=', list ?? ''))
    .orderBy((e) => e.fn('lower', ['v.name']))
    .orderBy('v.id')
    .execute();
  const start = await startViewId(db, actor);
  // the start view may be another user's view that is no longer shared
  return { list: rows.map(toView), startViewId: rows.some(({ id }) => id === start) ? start : null };
}

/** @throws DomainError NOT_FOUND, also for a view of another user that is not shared */
export async function getListView(db: Db, actor: Actor, id: number): Promise<ListView> {
  const row = await visibleViews(db, actor).where('v.id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFoundInPath('NOT_FOUND');
  return toView(row);
}

export async function getStartView(db: Db, actor: Actor): Promise<{ view: ListView | null }> {
  const id = await startViewId(db, actor);
  const row =
    id === null ? undefined : await visibleViews(db, actor).where('v.id', '=', id).executeTakeFirst();
  return { view: row === undefined ? null : toView(row) };
}
