import {
  READING_SOURCES,
  type ReadingSource,
  WEIGHT_BASES,
  type WeightBasis,
} from '@spichlerz/shared/domain/discount-rule';
import { isNetAboveGross } from '@spichlerz/shared/domain/transport';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import type { changeTransportReadings, TransportMeasurements } from '@spichlerz/shared/wire/quality';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import type { FieldPath } from 'react-hook-form';
import { z } from 'zod';
import { ALL_ERRORS, optionalDay, optionalInteger, optionalText } from '../../../ui/form/rules.ts';
import type { Form } from '../../../ui/form/use-zod-form.ts';

/* The form values of readings and weigh tickets, and their conversion to a request (customer quality.md). */

/** A parameter that can have readings. A parameter of type TEXT cannot. */
export type MeasuredParameter = {
  readonly id: number;
  readonly name: string;
  readonly unit: string | null;
  readonly type: 'NUMBER' | 'BOOLEAN';
};

const ticketSchema = z
  .object({
    number: optionalText(),
    gross: optionalInteger(),
    tare: optionalInteger(),
    net: optionalInteger(),
    weighedOn: optionalDay(),
  })
  .superRefine((ticket, context) => {
    const { gross, tare, net } = ticket;
    const addIssue = (field: 'gross' | 'tare' | 'net', message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (gross !== undefined && tare !== undefined && gross <= tare) {
      // a blur shows only the error of its own field, so both fields have one
      addIssue('gross', 'Brutto musi być większe od tary.');
      addIssue('tare', 'Tara musi być mniejsza od brutto.');
    } else if (net === undefined) {
      if (isTouched(ticket)) addIssue('net', 'Podaj wagę netto albo opróżnij kwit.');
    } else if (isNetAboveGross(net, gross)) addIssue('net', 'Netto nie może być większe od brutto.');
  });

const isTouched = ({ number, gross, tare, weighedOn }: z.output<typeof ticketSchema>) =>
  Boolean(number) || gross !== undefined || tare !== undefined || Boolean(weighedOn);

export const measurementSchema = z
  .object({
    /** Numeric readings by readingKey, as text with a decimal point. Empty for no reading. */
    readings: z.record(z.string(), z.string()),
    /** Readings of BOOLEAN parameters by readingKey. */
    answers: z.record(z.string(), z.boolean().nullable()),
    /** The sample number of all readings of a source. */
    samples: z.object({ LOADING: sample(), RECIPIENT: sample(), ARBITER: sample() }),
    tickets: z.object({ LOADING: ticketSchema, UNLOADING: ticketSchema }),
  })
  .superRefine(({ readings, answers, samples }, context) => {
    for (const source of READING_SOURCES) {
      const { number, takenOn } = samples[source];
      const isRead = [...Object.entries(readings), ...Object.entries(answers)].some(
        ([key, value]) => key.endsWith(source) && value !== '' && value !== null,
      );
      if (isRead || (number ?? takenOn) === undefined) continue;
      context.addIssue({
        code: 'custom',
        path: ['samples', source, number === undefined ? 'takenOn' : 'number'],
        message: 'Wpisz wynik badania albo usuń numer próbki i datę.',
      });
    }
  }, ALL_ERRORS);
export type MeasurementValues = z.input<typeof measurementSchema>;
export type MeasurementOutput = z.output<typeof measurementSchema>;
export type MeasurementControl = Form<MeasurementValues, MeasurementOutput>['control'];

function sample() {
  return z.object({ number: optionalText(), takenOn: optionalDay() });
}

export const readingKey = (parameterId: number, source: ReadingSource) => `p${parameterId}${source}`;

export function measurementValues(
  parameters: readonly MeasuredParameter[],
  { readings, tickets }: TransportMeasurements,
): MeasurementValues {
  const stored = new Map(
    readings.map(({ parameterId, source, value }) => [readingKey(parameterId, source), value]),
  );
  const keysOf = (own: MeasuredParameter['type']) =>
    parameters
      .filter(({ type }) => type === own)
      .flatMap(({ id }) => READING_SOURCES.map((source) => readingKey(id, source)));
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
    readings: Object.fromEntries(keysOf('NUMBER').map((key) => [key, String(stored.get(key) ?? '')])),
    answers: Object.fromEntries(
      keysOf('BOOLEAN').map((key) => [key, stored.has(key) ? stored.get(key) === true : null]),
    ),
    samples: {
      LOADING: sampleOf('LOADING'),
      RECIPIENT: sampleOf('RECIPIENT'),
      ARBITER: sampleOf('ARBITER'),
    },
    tickets: { LOADING: ticketOf('LOADING'), UNLOADING: ticketOf('UNLOADING') },
  };
}

/**
 * The value that all readings of a source share. It is empty if the readings differ; each reading then keeps
 * its stored value.
 */
const common = (values: readonly (string | null)[]): string =>
  new Set(values).size === 1 ? (values[0] ?? '') : '';

type Body = Omit<BodyInputOf<typeof changeTransportReadings>, 'version'>;

/**
 * Converts the form to a request. Each reading keeps its stored sample number and date unless the user has
 * changed them.
 */
export function measurementBody(
  values: MeasurementOutput,
  parameters: readonly MeasuredParameter[],
  stored: TransportMeasurements,
): Body {
  const before = measurementValues(parameters, stored);
  const readings = parameters.flatMap(({ id, type }) =>
    READING_SOURCES.flatMap((source) => {
      const key = readingKey(id, source);
      const text = values.readings[key] ?? '';
      const value = type === 'BOOLEAN' ? (values.answers[key] ?? null) : text === '' ? null : Number(text);
      if (value === null) return [];
      const own = stored.readings.find((one) => one.parameterId === id && one.source === source);
      const { number = '', takenOn = '' } = values.samples[source];
      const sampleNumber = number === before.samples[source].number ? (own?.sampleNumber ?? number) : number;
      const day = takenOn === before.samples[source].takenOn ? (own?.takenOn ?? takenOn) : takenOn;
      return [
        {
          parameterId: id,
          source,
          value,
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

/**
 * Whether the server has stored these measurements, so an earlier save succeeded and
 * only its response was lost.
 */
export function isStored(
  sent: MeasurementOutput,
  parameters: readonly MeasuredParameter[],
  fresh: TransportMeasurements,
): boolean {
  const { data } = measurementSchema.safeParse(measurementValues(parameters, fresh));
  const textOf = (values: MeasurementOutput) => JSON.stringify(measurementBody(values, parameters, fresh));
  return data !== undefined && textOf(data) === textOf(sent);
}

/**
 * Maps fields of the request to fields of the form. The lists of the request omit empty
 * entries, so the indexes differ.
 */
export function fieldNames(
  values: MeasurementValues,
  parameters: readonly MeasuredParameter[],
  stored: TransportMeasurements,
): Record<string, FieldPath<MeasurementValues>> {
  const { data } = measurementSchema.safeParse(values);
  if (data === undefined) return {};
  const { readings, tickets } = measurementBody(data, parameters, stored);
  return Object.fromEntries<FieldPath<MeasurementValues>>([
    ...readings.map(
      ({ parameterId, source, value }, index) =>
        [
          `readings.${index}.value`,
          `${typeof value === 'boolean' ? 'answers' : 'readings'}.${readingKey(parameterId, source)}`,
        ] as const,
    ),
    ...tickets.flatMap(({ place }, index) =>
      (['number', 'gross', 'tare', 'net', 'weighedOn'] as const).map(
        (field) => [`tickets.${index}.${field}`, `tickets.${place}.${field}`] as const,
      ),
    ),
  ]);
}

/** The text about an unloaded weight without a ticket, or null if there is no such weight. */
export function unloadedWithoutTicket(
  realQuantityKg: number | null,
  tickets: TransportMeasurements['tickets'],
): string | null {
  return realQuantityKg === null || tickets.some(({ place }) => place === 'UNLOADING')
    ? null
    : `Waga rozładunku bez kwitu: ${formatTonnes(realQuantityKg)}.`;
}
