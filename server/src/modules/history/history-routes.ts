import { listHistory } from '@spichlerz/shared/wire/history';
import type { Router } from '../../http/route.ts';
import { listHistory as queryHistory } from './history-queries.ts';

export function historyRoutes(router: Router): void {
  router.query(listHistory, (db, actor, { query }) => queryHistory(db, actor, query));
}
