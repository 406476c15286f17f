import { findVehicle } from '@spichlerz/shared/calls/vehicles';
import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

type VehicleQuery = CallInput<typeof findVehicle>['query'];

/** Carrier and driver of the vehicle's earlier transports, and its other transports on those days. */
export const vehicleQuery = (query: VehicleQuery) =>
  queryOptions({
    queryKey: ['transport', 'vehicle', query],
    queryFn: ({ signal }) => call(findVehicle, { query, signal }),
  });
