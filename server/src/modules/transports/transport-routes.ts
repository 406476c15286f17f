import {
  changeTransportReadings as changeReadingsCall,
  getTransportReadings as getReadingsCall,
} from '@spichlerz/shared/wire/quality';
import {
  changeTransportCosts as changeCostsCall,
  getTransportCosts as getCostsCall,
} from '@spichlerz/shared/wire/transport-costs';
import * as wire from '@spichlerz/shared/wire/transports';
import { withFieldNames } from '../../db/constraint-errors.ts';
import { withMargin } from '../../export/margin-sheet.ts';
import { TRANSPORT_SHEET } from '../../export/transport-sheet.ts';
import type { Router } from '../../http/route.ts';
import { changeTransportCosts } from './cost-commands.ts';
import { getTransportCosts } from './cost-queries.ts';
import { settleFreight } from './freight-commands.ts';
import { listLoadingDays } from './loading-day-queries.ts';
import { changeTransportReadings } from './reading-commands.ts';
import { getTransportReadings } from './reading-queries.ts';
import { redirectTransport } from './redirect-commands.ts';
import {
  changeTransport,
  changeTransportStatus,
  createTransport,
  deleteTransport,
} from './transport-commands.ts';
import { getTransport, listMoveTargets, transportList } from './transport-queries.ts';

export function transportRoutes(router: Router): void {
  router.list(
    wire.listTransports,
    (_db, { query }) => (query.filter.withMargin ? withMargin(TRANSPORT_SHEET) : TRANSPORT_SHEET),
    (_db, { query }) => transportList(query),
  );
  router.query(wire.listLoadingDays, (db, _actor, { query }) => listLoadingDays(db, query));
  router.query(wire.getTransport, (db, _actor, { params }) => getTransport(db, params.id));
  router.command(wire.createTransport, (tx, actor, { body }) => createTransport(tx, actor, body));
  router.command(wire.changeTransport, (tx, actor, { params, body }) =>
    changeTransport(tx, actor, params.id, body),
  );
  router.command(wire.deleteTransport, (tx, actor, { params }) => deleteTransport(tx, actor, params.id));
  router.command(wire.changeTransportStatus, (tx, actor, { body }) => changeTransportStatus(tx, actor, body));
  router.command(wire.redirectTransport, (tx, actor, { body }) => redirectTransport(tx, actor, body));
  router.query(getReadingsCall, (db, _actor, { params }) => getTransportReadings(db, params.id));
  router.command(changeReadingsCall, (tx, actor, { params, body }) =>
    changeTransportReadings(tx, actor, params.id, body),
  );
  router.command(wire.settleFreight, (tx, actor, { body }) =>
    withFieldNames(
      { number: 'transportInvoiceNumber', ksefNumber: 'transportKsefNumber' },
      settleFreight(tx, actor, body),
    ),
  );
  router.query(getCostsCall, (db, _actor, { params }) => getTransportCosts(db, params.id));
  router.command(changeCostsCall, (tx, actor, { params, body }) =>
    changeTransportCosts(tx, actor, params.id, body),
  );
  router.query(wire.listMoveTargets.sales, (db, _actor, { query }) =>
    listMoveTargets(
      db,
      'sales',
      { contractId: query.filter.currentSalesId, transportId: query.filter.transportId },
      query,
    ),
  );
  router.query(wire.listMoveTargets.purchase, (db, _actor, { query }) =>
    listMoveTargets(
      db,
      'purchase',
      { contractId: query.filter.currentPurchaseId, transportId: query.filter.transportId },
      query,
    ),
  );
}
