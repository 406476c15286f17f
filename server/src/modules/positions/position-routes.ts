import { listDeliveryMonths, listPositions } from '@spichlerz/shared/wire/positions';
import type { Router } from '../../http/route.ts';
import {
  listDeliveryMonths as queryDeliveryMonths,
  listPositions as queryPositions,
} from './position-queries.ts';

export function positionRoutes(router: Router): void {
  router.query(listPositions, (db, _actor, { body }) => queryPositions(db, body));
  router.query(listDeliveryMonths, (db, _actor, { body }) => queryDeliveryMonths(db, body));
}
