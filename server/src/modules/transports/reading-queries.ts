import { fromThousandths } from '@spichlerz/shared/domain/discount-rule';
import { fieldError, notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import { weightLoss } from '@spichlerz/shared/domain/transport';
import type { ReadingBody, TransportMeasurements } from '@spichlerz/shared/wire/quality';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

/** The readings and weigh tickets of transport t. */
export const MEASUREMENTS = [
  sql<TransportMeasurements['readings']>`coalesce((select json_agg(json_build_object(
    'parameterId', r.parameter_id, 'source', r.source, 'value', coalesce(to_json(r.answer), to_json(r.value)),
    'sampleNumber', r.sample_number, 'takenOn', r.taken_on) order by r.parameter_id, r.source)
    from quality_reading r where r.transport_id = t.id), '[]')`.as('readings'),
  sql<TransportMeasurements['tickets']>`coalesce((select json_agg(json_build_object(
    'place', w.place, 'number', w.number, 'gross', w.gross_kg, 'tare', w.tare_kg, 'net', w.net_kg,
    'weighedOn', w.weighed_on) order by w.place)
    from weigh_ticket w where w.transport_id = t.id), '[]')`.as('tickets'),
] as const;

/** Returns the readings and weigh tickets of a transport, with the loss between the tickets. */
export async function getTransportReadings(db: Db, transportId: number): Promise<TransportMeasurements> {
  const measured = await db
    .selectFrom('transport as t')
    .where('t.id', '=', transportId)
    .select(['t.version', ...MEASUREMENTS])
    .executeTakeFirst();
  if (measured === undefined) throw notFoundInPath('TRANSPORT_NOT_FOUND');
  return { ...measured, ...lossOf(measured.tickets) };
}

/** @throws DomainError RAW_MATERIAL_WRONG_DATA_TYPE, VALUE_IS_WRONG_DATA_TYPE on the reading */
export function assertReadingTypes(
  readings: readonly Pick<ReadingBody, 'parameterId' | 'value'>[],
  parameterOf: ReadonlyMap<number, { readonly type: string }>,
): void {
  for (const [index, { parameterId, value }] of readings.entries()) {
    const type = parameterOf.get(parameterId)?.type;
    if (type === undefined) throw fieldError(`readings.${index}.parameterId`, 'RAW_MATERIAL_WRONG_DATA_TYPE');
    if (type === 'TEXT') throw fieldError(`readings.${index}.parameterId`, 'VALUE_IS_WRONG_DATA_TYPE');
    if ((type === 'BOOLEAN') !== (typeof value === 'boolean'))
      throw fieldError(`readings.${index}.value`, 'VALUE_IS_WRONG_DATA_TYPE');
  }
}

function lossOf(
  tickets: TransportMeasurements['tickets'],
): Pick<TransportMeasurements, 'lossKg' | 'lossPercent'> {
  const netAt = (at: 'LOADING' | 'UNLOADING') => tickets.find(({ place }) => place === at)?.net;
  const [loaded, unloaded] = [netAt('LOADING'), netAt('UNLOADING')];
  if (loaded === undefined || unloaded === undefined) return { lossKg: null, lossPercent: null };
  const { kg, percent } = weightLoss(loaded, unloaded);
  return { lossKg: kg, lossPercent: fromThousandths(percent) };
}
