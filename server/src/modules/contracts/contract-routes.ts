import type { Side } from '@spichlerz/shared/domain/side';
import {
  changeAgreementStatus as changeAgreementStatusCall,
  changeContractOwner as changeOwnerCall,
  changeContractStatus as changeStatusCall,
} from '@spichlerz/shared/wire/contract-changes';
import { contracts, proposeDocumentNumber as proposeNumberCall } from '@spichlerz/shared/wire/contracts';
import {
  changeContractRules as changeRulesCall,
  getContractRules as getRulesCall,
} from '@spichlerz/shared/wire/discount-tables';
import { ALLOCATED_SHEET, CONTRACT_SHEET } from '../../export/contract-sheets.ts';
import type { Router } from '../../http/route.ts';
import { allocatedList } from './allocated-contract-queries.ts';
import {
  changeAgreementStatus,
  changeContract,
  changeContractOwner,
  changeContractStatus,
  createContract,
  deleteContract,
} from './contract-commands.ts';
import { contractList } from './contract-list-queries.ts';
import { getContractContractor, getContractDashboard, proposeDocumentNumber } from './contract-queries.ts';
import { changeContractRules } from './contract-rule-commands.ts';
import { getContractRules } from './contract-rule-queries.ts';

export function contractRoutes(router: Router): void {
  sideRoutes(router, 'purchase');
  sideRoutes(router, 'sales');

  router.command(changeStatusCall.purchase, (tx, actor, { body }) =>
    changeContractStatus(tx, actor, 'purchase', body.purchaseId, body.status, body.version),
  );
  router.command(changeStatusCall.sales, (tx, actor, { body }) =>
    changeContractStatus(tx, actor, 'sales', body.salesId, body.status, body.version),
  );
  router.command(changeAgreementStatusCall.purchase, (tx, actor, { body }) =>
    changeAgreementStatus(tx, actor, 'purchase', body.purchaseId, body.status, body.version),
  );
  router.command(changeAgreementStatusCall.sales, (tx, actor, { body }) =>
    changeAgreementStatus(tx, actor, 'sales', body.salesId, body.status, body.version),
  );
  router.command(changeOwnerCall.purchase, (tx, actor, { body }) =>
    changeContractOwner(tx, actor, 'purchase', body.purchaseId, body.userId, body.version),
  );
  router.command(changeOwnerCall.sales, (tx, actor, { body }) =>
    changeContractOwner(tx, actor, 'sales', body.salesId, body.userId, body.version),
  );
  router.query(getRulesCall, (db, _actor, { params }) => getContractRules(db, params.id));
  router.command(changeRulesCall, (tx, actor, { params, body }) =>
    changeContractRules(tx, actor, params.id, body),
  );
  router.query(proposeNumberCall, (db, _actor, { query }) => proposeDocumentNumber(db, query.side));
}

function sideRoutes(router: Router, side: Side): void {
  const calls = contracts[side];
  router.list(calls.list, CONTRACT_SHEET[side], (_db, { query }) => contractList(side, query));
  router.query(calls.dashboard, (db, _actor, { params }) => getContractDashboard(db, side, params.id));
  router.query(calls.contractor, (db, _actor, { params }) => getContractContractor(db, side, params.id));
  router.list(calls.allocated, ALLOCATED_SHEET[side], (db, { params, query }) =>
    allocatedList(db, side, params.id, query),
  );
  router.command(calls.create, (tx, actor, { body }) => createContract(tx, actor, side, body));
  router.command(calls.change, (tx, actor, { params, body }) =>
    changeContract(tx, actor, side, params.id, body),
  );
  router.command(calls.delete, (tx, actor, { params }) => deleteContract(tx, actor, side, params.id));
}
