import {
  allocate as allocateCall,
  listCandidates as candidatesCall,
  listAllocations as listCall,
  getAllocatedValue as valueCall,
} from '@spichlerz/shared/wire/allocations';
import { ALLOCATION_SHEET } from '../../export/allocation-sheet.ts';
import { CANDIDATE_SHEET } from '../../export/contract-sheets.ts';
import type { Router } from '../../http/route.ts';
import { allocate } from './allocation-commands.ts';
import { allocationList, getAllocatedValue } from './allocation-queries.ts';
import { candidateList } from './candidate-queries.ts';

export function allocationRoutes(router: Router): void {
  router.list(candidatesCall, CANDIDATE_SHEET, (db, { params, query }) =>
    candidateList(db, params.id, query),
  );
  router.command(allocateCall, (tx, actor, { params, body }) => allocate(tx, actor, params.id, body));
  router.query(valueCall, (db, _actor, { body }) => getAllocatedValue(db, body));
  router.list(listCall, ALLOCATION_SHEET, (_db, { query }) => allocationList(query));
}
