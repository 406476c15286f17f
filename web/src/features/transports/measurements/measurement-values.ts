import {
  READING_SOURCES,
  type ReadingSource,
  WEIGHT_BASES,
  type WeightBasis,
} from '@spichlerz/shared/domain/discount-rule';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import type { changeTransportReadings, TransportMeasurements } from '@spichlerz/shared/wire/quality';
import {
  formatReading,
  READING_SOURCE_LABELS,
  WEIGHT_BASIS_LABELS,
} from '@spichlerz/shared/words/discount-rules';
import { EMPTY, formatTonnes } from '@spichlerz/shared/words/figures';
import { z } from 'zod';
import { optionalDay, optionalText, optionalWhole } from '../../../ui/form/rules.ts';

/* The values of the form of readings and weigh tickets, and the request that they mean (quality.md). */

/** A parameter of the raw material that can have readings: texts cannot. */
export type MeasuredParameter = {
  readonly id: number;
  readonly name: string;
  readonly unit: string | null;
  readonly type: 'NUMBER' | 'BOOLEAN';
};

const ticketSchema = z
  .object({
    number: optionalText(),
    gross: optionalWhole(),
    tare: optionalWhole(),
    net: optionalWhole(),
    weighedOn: optionalDay(),
  })
  .superRefine((ticket, context) => {
    if (ticket.net === undefined && isTouched(ticket))
      context.addIssue({ code: 'custom', path: ['net'], message: 'Podaj wagę netto albo opróżnij kwit.' });
    if (ticket.gross !== undefined && ticket.tare !== undefined && ticket.gross <= ticket.tare)
      context.addIssue({ code: 'custom', path: ['gross'], message: 'Brutto musi być większe od tary.' });
  });

const isTouched = ({ number, gross, tare, weighedOn }: z.output<typeof ticketSchema>) =>
  Boolean(number) || gross !== undefined || tare !== undefined || Boolean(weighedOn);

export const measurementSchema = z.object({
  /** By readingKey: canonical decimals, `true` or `false`; empty for none. */
  readings: z.record(z.string(), z.string()),
  /** The sample of all readings of a source. */
  samples: z.object({ LOADING: sample(), RECIPIENT: sample(), ARBITER: sample() }),
  tickets: z.object({ LOADING: ticketSchema, UNLOADING: ticketSchema }),
});
export type MeasurementValues = z.input<typeof measurementSchema>;
export type MeasurementOutput = z.output<typeof measurementSchema>;

function sample() {
  return z.object({ number: optionalText(), takenOn: optionalDay() });
}

export const readingKey = (parameterId: number, source: ReadingSource) => `p${parameterId}${source}`;

export function measurementValues(
  parameters: readonly MeasuredParameter[],
  { readings, tickets }: TransportMeasurements,
): MeasurementValues {
  const stored = new Map(
    readings.map(({ parameterId, source, value }) => [readingKey(parameterId, source), String(value)]),
  );
  const keys = parameters.flatMap(({ id }) => READING_SOURCES.map((source) => readingKey(id, source)));
  const sampleOf = (source: ReadingSource) => {
    const own = readings.filter((reading) => reading.source === source);
    return {
      number: common(own.map(({ sampleNumber }) => sampleNumber)),
      takenOn: common(own.map(({ takenOn }) => takenOn)),
    };
  };
  const ticketOf = (place: WeightBasis) => {
    const ticket = tickets.find((one) => one.place === place);
    return {
      number: ticket?.number ?? '',
      gross: ticket?.gross ?? null,
      tare: ticket?.tare ?? null,
      net: ticket?.net ?? null,
      weighedOn: ticket?.weighedOn ?? '',
    };
  };
  return {
    readings: Object.fromEntries(keys.map((key) => [key, stored.get(key) ?? ''])),
    samples: {
      LOADING: sampleOf('LOADING'),
      RECIPIENT: sampleOf('RECIPIENT'),
      ARBITER: sampleOf('ARBITER'),
    },
    tickets: { LOADING: ticketOf('LOADING'), UNLOADING: ticketOf('UNLOADING') },
  };
}

/** The value that all readings of a source share; empty when they differ, which then stays as it is stored. */
const common = (values: readonly (string | null)[]): string =>
  new Set(values).size === 1 ? (values[0] ?? '') : '';

type Body = Omit<BodyInputOf<typeof changeTransportReadings>, 'version'>;

/** The request; a sample that was not changed keeps what each of its readings had. */
export function measurementBody(
  values: MeasurementOutput,
  parameters: readonly MeasuredParameter[],
  stored: TransportMeasurements,
): Body {
  const before = measurementValues(parameters, stored);
  const readings = parameters.flatMap(({ id, type }) =>
    READING_SOURCES.flatMap((source) => {
      const text = values.readings[readingKey(id, source)] ?? '';
      if (text === '') return [];
      const own = stored.readings.find((one) => one.parameterId === id && one.source === source);
      const { number, takenOn } = values.samples[source];
      const sampleNumber = number === before.samples[source].number ? (own?.sampleNumber ?? number) : number;
      const day = takenOn === before.samples[source].takenOn ? (own?.takenOn ?? takenOn) : takenOn;
      return [
        {
          parameterId: id,
          source,
          value: type === 'BOOLEAN' ? text === 'true' : Number(text),
          ...(sampleNumber !== '' && { sampleNumber }),
          ...(day !== '' && { takenOn: day }),
        },
      ];
    }),
  );
  const tickets = WEIGHT_BASES.flatMap((place) => {
    const { number, gross, tare, net, weighedOn } = values.tickets[place];
    if (net === undefined) return [];
    return [
      {
        place,
        net,
        ...(number && { number }),
        ...(gross !== undefined && { gross }),
        ...(tare !== undefined && { tare }),
        ...(weighedOn && { weighedOn }),
      },
    ];
  });
  return { readings, tickets };
}

/** The loss of the typed tickets: loading net − unloading net; null without both, 0 for a gain. */
export function typedLossKg({ LOADING, UNLOADING }: MeasurementValues['tickets']): number | null {
  if (LOADING.net === null || UNLOADING.net === null) return null;
  return Math.max(0, LOADING.net - UNLOADING.net);
}

/** What another user changed, for the notice of a conflict. */
export function measurementChanges(
  parameters: readonly MeasuredParameter[],
  before: TransportMeasurements,
  after: TransportMeasurements,
) {
  return [
    ...parameters.flatMap(({ id, name, unit }) =>
      READING_SOURCES.map((source) => ({
        label: `${name}, ${READING_SOURCE_LABELS[source].toLowerCase()}`,
        before: formatStoredReading(before, id, source, unit),
        after: formatStoredReading(after, id, source, unit),
      })),
    ),
    ...WEIGHT_BASES.map((place) => ({
      label: `Netto, ${WEIGHT_BASIS_LABELS[place].toLowerCase()}`,
      before: formatStoredNet(before, place),
      after: formatStoredNet(after, place),
    })),
  ].filter((change) => change.before !== change.after);
}

function formatStoredReading(
  { readings }: TransportMeasurements,
  id: number,
  source: ReadingSource,
  unit: string | null,
): string {
  const own = readings.find((one) => one.parameterId === id && one.source === source);
  return own === undefined ? EMPTY : formatReading(own.value, unit);
}

const formatStoredNet = ({ tickets }: TransportMeasurements, place: WeightBasis): string =>
  formatTonnes(tickets.find((one) => one.place === place)?.net);
