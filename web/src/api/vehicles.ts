import { findVehicle } from '@spichlerz/shared/calls/vehicles';
import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

type Asked = CallInput<typeof findVehicle>['query'];

/** What earlier transports know of a vehicle, and where else it is on those days. */
export const vehicleQuery = (query: Asked) =>
  queryOptions({
    queryKey: ['transport', 'vehicle', query],
    queryFn: ({ signal }) => call(findVehicle, { query, signal }),
  });
