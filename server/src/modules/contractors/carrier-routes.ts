import { carriers } from '@spichlerz/shared/wire/carriers';
import { carrierSheet } from '../../export/contractor-sheet.ts';
import type { Router } from '../../http/route.ts';
import { changeCarrier, createCarrier, deleteCarrier, linkTransportsByName } from './carrier-commands.ts';
import { carrierList, getCarrier, listCarrierNames, listCarrierOptions } from './carrier-queries.ts';
import { getListLengths } from './contractor-queries.ts';

export function carrierRoutes(router: Router): void {
  router.list(
    carriers.list,
    async (db) => carrierSheet(await getListLengths(db, 'carrier')),
    async (_db, { query }) => carrierList(query),
  );
  router.query(carriers.options, (db, _actor, { body }) => listCarrierOptions(db, body));
  router.query(carriers.listNames, (db, _actor, { body }) => listCarrierNames(db, body));
  router.query(carriers.get, (db, _actor, { params }) => getCarrier(db, params.id));
  router.command(carriers.create, (tx, actor, { body }) => createCarrier(tx, actor, body));
  router.command(carriers.change, (tx, actor, { params, body }) => changeCarrier(tx, actor, params.id, body));
  router.command(carriers.delete, (tx, actor, { params }) => deleteCarrier(tx, actor, params.id));
  router.command(carriers.linkTransports, (tx, actor, { params, body }) =>
    linkTransportsByName(tx, actor, params.id, body.names),
  );
}
