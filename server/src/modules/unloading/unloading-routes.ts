import * as wire from '@spichlerz/shared/wire/unloading';
import type { Router } from '../../http/route.ts';
import { applyUnloading, changeUnloadingMapping } from './unloading-commands.ts';
import { checkUnloading, getUnloadingMapping, listRecentUnloadings } from './unloading-queries.ts';
import { undoUnloading } from './unloading-undo-commands.ts';

export function unloadingRoutes(router: Router): void {
  router.query(
    wire.checkUnloading,
    (db, _actor, { body }) => checkUnloading(db, body),
    wire.UNLOADING_ROWS.check,
  );
  router.command(
    wire.applyUnloading,
    (tx, actor, { body }) => applyUnloading(tx, actor, body),
    wire.UNLOADING_ROWS.apply,
  );
  router.command(wire.undoUnloading, (tx, actor, { body }) => undoUnloading(tx, actor, body));
  router.query(wire.listRecentUnloadings, (db, actor) => listRecentUnloadings(db, actor));
  router.query(wire.getUnloadingMapping, (db, _actor, { params }) => getUnloadingMapping(db, params.id));
  router.command(wire.changeUnloadingMapping, (tx, _actor, { params, body }) =>
    changeUnloadingMapping(tx, params.id, body),
  );
}
