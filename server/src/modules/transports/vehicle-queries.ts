import { isInProgress, TRANSPORT_STATUSES } from '@spichlerz/shared/domain/transport';
import type { Vehicle } from '@spichlerz/shared/wire/vehicles';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

type VehicleInput = {
  registrationNumber: string;
  dateLoading?: string | undefined;
  dateUnloading?: string | undefined;
  exceptId?: number | undefined;
};

/** The form shows the overlapping transports in a short hint. */
const MAX_SHOWN = 5;

/**
 * Returns a vehicle's data from its last transport, and its transports in progress that overlap the given
 * days.
 */
export async function findVehicle(db: Db, input: VehicleInput): Promise<Vehicle> {
  const trips = db
    .selectFrom('transport as t')
    .where(sql`plate_key(t.registration_number)`, '=', sql`plate_key(${input.registrationNumber})`)
    .$if(input.exceptId !== undefined, (query) => query.where('t.id', '<>', input.exceptId ?? 0));
  const known = await trips
    .orderBy('t.id', 'desc')
    .select([
      't.trailer_number as trailerNumber',
      't.carrier_id as carrierId',
      't.carrier_name as carrierName',
      't.driver_name as driverName',
      't.phone_number as phoneNumber',
      't.gmp_number as gmpNumber',
      't.date_loading as dateLoading',
    ])
    .limit(1)
    .executeTakeFirst();
  const { dateLoading, dateUnloading } = input;
  if (dateLoading === undefined || dateUnloading === undefined)
    return { known: known ?? null, elsewhere: [] };
  const elsewhere = await trips
    .innerJoin('contract as s', 's.id', 't.sales_id')
    .where('t.status', 'in', TRANSPORT_STATUSES.filter(isInProgress))
    .where('t.date_loading', '<=', dateUnloading)
    .where('t.date_unloading', '>=', dateLoading)
    .orderBy('t.date_loading')
    .orderBy('t.id')
    .select([
      't.id',
      't.status',
      't.date_loading as dateLoading',
      't.date_unloading as dateUnloading',
      's.contractor_name as recipient',
    ])
    .limit(MAX_SHOWN)
    .execute();
  return { known: known ?? null, elsewhere };
}
