import { z } from 'zod';
import { TRANSPORT_STATUSES } from '../domain/transport.ts';
import { endpoint } from './endpoint.ts';
import { day, dayReply, id, isBefore, numberFromText, text, withRules } from './field.ts';

export const findVehicle = endpoint({
  method: 'GET',
  path: '/contract/vehicle',
  access: 'user',
  tag: 'Transports',
  summary:
    'Returns the vehicle data of the last transport with this registration number, and its transports in progress on the given days.',
  query: withRules(
    z.object({
      registrationNumber: text(),
      /** The days on which the vehicle is needed. */
      dateLoading: day().optional(),
      dateUnloading: day().optional(),
      /** The id of the edited transport, which is excluded. */
      exceptId: numberFromText(id()).optional(),
    }),
    (value, addError) => {
      if (isBefore(value.dateUnloading, value.dateLoading))
        addError('dateUnloading', 'DATE_TO_CANNOT_BE_BEFORE_FROM');
    },
  ),
  reply: z.object({
    known: z
      .object({
        trailerNumber: z.string(),
        carrierId: id().nullable(),
        carrierName: z.string(),
        driverName: z.string(),
        phoneNumber: z.string(),
        gmpNumber: z.string().nullable(),
        dateLoading: dayReply(),
      })
      .nullable(),
    elsewhere: z.array(
      z.object({
        id: id(),
        status: z.enum(TRANSPORT_STATUSES),
        dateLoading: dayReply(),
        dateUnloading: dayReply(),
        recipient: z.string(),
      }),
    ),
  }),
});
export type Vehicle = z.output<typeof findVehicle.reply>;
