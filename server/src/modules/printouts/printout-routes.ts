import type { Side } from '@spichlerz/shared/domain/side';
import * as wire from '@spichlerz/shared/wire/printouts';
import type { Router } from '../../http/route.ts';
import type { Company } from '../../print/company.ts';
import { composeConfirmation, composeSettlements, composeTransportOrder } from './printout-queries.ts';

export function printoutRoutes(router: Router, company: Company): void {
  sideRoutes(router, company, 'purchase');
  sideRoutes(router, company, 'sales');
  router.print(wire.printTransportOrder, (db, { params }) => composeTransportOrder(db, company, params.id));
}

function sideRoutes(router: Router, company: Company, side: Side): void {
  router.print(wire.printContract[side], (db, { params }) =>
    composeConfirmation(db, company, side, params.id),
  );
  router.print(wire.printSettlements[side], (db, { params, query }) =>
    composeSettlements(db, company, side, params.id, query.transportId),
  );
}
