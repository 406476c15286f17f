import type { Side } from '@spichlerz/shared/domain/side';
import { contractorCards } from '@spichlerz/shared/wire/contractor-card';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { contractorSheet } from '../../export/contractor-sheet.ts';
import type { Router } from '../../http/route.ts';
import { findSimilarContractors, getContractorCard } from './contractor-card-queries.ts';
import { changeContractor, createContractor, deleteContractor } from './contractor-commands.ts';
import {
  contractorList,
  getContractor,
  getListLengths,
  listContractorOptions,
} from './contractor-queries.ts';

export function contractorRoutes(router: Router): void {
  sideRoutes(router, 'purchase');
  sideRoutes(router, 'sales');
  router.command(contractors.purchase.change, (tx, actor, { params, body }) =>
    changeContractor(tx, actor, 'purchase', params.id, body, {
      addresses: body.supplierAddressDelete ?? [],
      contacts: body.supplierContactDelete ?? [],
    }),
  );
  router.command(contractors.sales.change, (tx, actor, { params, body }) =>
    changeContractor(tx, actor, 'sales', params.id, body, {
      addresses: body.recipientAddressDelete ?? [],
      contacts: body.recipientContactDelete ?? [],
    }),
  );
}

function sideRoutes(router: Router, side: Side): void {
  const calls = contractors[side];
  const cards = contractorCards[side];
  router.list(
    calls.list,
    async (db) => contractorSheet(side, await getListLengths(db, side)),
    (_db, { query }) => contractorList(side, query),
  );
  router.query(calls.options, (db, _actor, { body }) => listContractorOptions(db, side, body));
  router.query(calls.get, (db, _actor, { params }) => getContractor(db, side, params.id));
  router.query(cards.card, (db, _actor, { params }) => getContractorCard(db, side, params.id));
  router.query(cards.findSimilar, (db, _actor, { query }) => findSimilarContractors(db, side, query));
  router.command(calls.create, (tx, actor, { body }) => createContractor(tx, actor, side, body));
  router.command(calls.delete, (tx, actor, { params }) => deleteContractor(tx, actor, side, params.id));
}
