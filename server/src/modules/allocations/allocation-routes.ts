import {
  allocate as allocateCall,
  listCandidates as candidatesCall,
  listAllocations as listCall,
  getAllocatedValue as valueCall,
} from '@spichlerz/shared/wire/allocations';
import type { Router } from '../../http/route.ts';
import { allocate } from './allocation-commands.ts';
import { getAllocatedValue, listAllocations, listCandidates } from './allocation-queries.ts';

export function allocationRoutes(router: Router): void {
  router.query(candidatesCall, (db, _actor, { params, query }) => listCandidates(db, params.id, query));
  router.command(allocateCall, (tx, actor, { params, body }) => allocate(tx, actor, params.id, body));
  router.query(valueCall, (db, _actor, { body }) => getAllocatedValue(db, body));
  router.query(listCall, (db, _actor, { query }) => listAllocations(db, query));
}
