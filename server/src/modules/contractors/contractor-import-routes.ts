import type { Side } from '@spichlerz/shared/domain/side';
import { CHECK_ROWS, contractorImport, IMPORT_ROWS } from '@spichlerz/shared/wire/contractor-import';
import type { Router } from '../../http/route.ts';
import { importCarriers, importContractors } from './contractor-import-commands.ts';
import { checkImport } from './contractor-import-queries.ts';

export function contractorImportRoutes(router: Router): void {
  sideRoutes(router, 'purchase');
  sideRoutes(router, 'sales');
  const { check, run } = contractorImport.carrier;
  router.query(check, (db, _actor, { body }) => checkImport(db, 'carrier', body.rows), CHECK_ROWS);
  router.command(run, (tx, actor, { body }) => importCarriers(tx, actor, body.rows), IMPORT_ROWS.carrier);
}

function sideRoutes(router: Router, side: Side): void {
  const calls = contractorImport[side];
  router.query(calls.check, (db, _actor, { body }) => checkImport(db, side, body.rows), CHECK_ROWS);
  router.command(
    calls.run,
    (tx, actor, { body }) => importContractors(tx, actor, side, body.rows),
    IMPORT_ROWS[side],
  );
}
