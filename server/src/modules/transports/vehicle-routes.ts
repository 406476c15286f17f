import { findVehicle } from '@spichlerz/shared/wire/vehicles';
import type { Router } from '../../http/route.ts';
import { findVehicle as queryVehicle } from './vehicle-queries.ts';

export function vehicleRoutes(router: Router): void {
  router.query(findVehicle, (db, _actor, { query }) => queryVehicle(db, query));
}
