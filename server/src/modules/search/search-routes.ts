import { searchEverywhere } from '@spichlerz/shared/wire/search';
import type { Router } from '../../http/route.ts';
import { findEverywhere } from './search-queries.ts';

export function searchRoutes(router: Router): void {
  router.query(searchEverywhere, (db, _actor, { query }) => findEverywhere(db, query.search));
}
