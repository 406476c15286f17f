import * as wire from '@spichlerz/shared/wire/list-views';
import type { Router } from '../../http/route.ts';
import { changeListView, createListView, deleteListView, setStartView } from './list-view-commands.ts';
import { getListView, getStartView, listViews } from './list-view-queries.ts';

export function listViewRoutes(router: Router): void {
  router.query(wire.listViews, (db, actor, { query }) => listViews(db, actor, query.list));
  router.query(wire.getStartView, (db, actor) => getStartView(db, actor));
  router.command(wire.setStartView, (tx, actor, { body }) => setStartView(tx, actor, body.viewId ?? null));
  router.query(wire.getListView, (db, actor, { params }) => getListView(db, actor, params.id));
  router.command(wire.createListView, (tx, actor, { body }) => createListView(tx, actor, body));
  router.command(wire.changeListView, (tx, actor, { params, body }) =>
    changeListView(tx, actor, params.id, body),
  );
  router.command(wire.deleteListView, (tx, actor, { params }) => deleteListView(tx, actor, params.id));
}
