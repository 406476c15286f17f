import { fromThousandths } from '@spichlerz/shared/domain/discount-rule';
import { fieldError, notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import { weightLoss } from '@spichlerz/shared/domain/transport';
import type { ReadingBody, TransportMeasurements } from '@spichlerz/shared/wire/quality';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

/** Returns the readings and weigh tickets of a transport, with the loss between the tickets. */
export async function getTransportReadings(db: Db, transportId: number): Promise<TransportMeasurements> {
  const transport = await db
    .selectFrom('transport')
    .where('id', '=', transportId)
    .select('version')
    .executeTakeFirst();
  if (transport === undefined) throw notFoundInPath('TRANSPORT_NOT_FOUND');
  const { readings, tickets } = await readMeasurements(db, transportId);
  return { readings, tickets, ...lossOf(tickets), version: transport.version };
}

export async function readMeasurements(
  db: Db,
  transportId: number,
): Promise<Pick<TransportMeasurements, 'readings' | 'tickets'>> {
  const readings = await db
    .selectFrom('quality_reading')
    .where('transport_id', '=', transportId)
    .orderBy('parameter_id')
    .orderBy('source')
    .select([
      'parameter_id as parameterId',
      'source',
      'answer',
      sql<number | null>`value::float8`.as('number'),
      'sample_number as sampleNumber',
      'taken_on as takenOn',
    ])
    .execute();
  const tickets = await db
    .selectFrom('weigh_ticket')
    .where('transport_id', '=', transportId)
    .orderBy('place')
    .select([
      'place',
      'number',
      'gross_kg as gross',
      'tare_kg as tare',
      'net_kg as net',
      'weighed_on as weighedOn',
    ])
    .execute();
  return {
    readings: readings.map(({ answer, number, ...reading }) => ({
      ...reading,
      value: answer ?? number ?? 0,
    })),
    tickets,
  };
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
