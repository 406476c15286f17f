import { z } from 'zod';
import { duplicateIndexes } from '../domain/contractor.ts';
import { READING_SOURCES, RULE_EFFECTS, WEIGHT_BASES } from '../domain/discount-rule.ts';
import { SIDES } from '../domain/side.ts';
import { isNetAboveGross } from '../domain/transport.ts';
import { INTEGER_MAX } from '../domain/units.ts';
import { decimal } from './discount-tables.ts';
import { endpoint } from './endpoint.ts';
import {
  day,
  dayReply,
  distinct,
  id,
  numberFromText,
  optionalText,
  pathId,
  transportKilograms,
  withCode,
  withRules,
} from './field.ts';

/*
 * Quality readings and weigh tickets of a transport, and the settlement computed from them (customer
 * quality.md). Weights are whole kilograms, prices minor units per tonne; deductions are negative.
 */

const tag = 'Quality';

export const readingValue = () =>
  z
    .union([z.number(), z.boolean()])
    .refine(
      (value) => typeof value === 'boolean' || decimal().safeParse(value).success,
      withCode('VALUE_IS_WRONG'),
    )
    .describe('A number with up to three places, or true and false for a BOOLEAN parameter.');

const readingBodyFields = {
  parameterId: id(),
  source: z.enum(READING_SOURCES),
  value: readingValue(),
};

const readingFields = { ...readingBodyFields, value: z.union([z.number(), z.boolean()]) };

const readingBody = z.object({
  ...readingBodyFields,
  sampleNumber: optionalText(),
  takenOn: day().optional(),
});
export type ReadingBody = z.output<typeof readingBody>;

const ticketBody = withRules(
  z.object({
    place: z.enum(WEIGHT_BASES),
    number: optionalText(),
    gross: transportKilograms().optional(),
    tare: transportKilograms().optional(),
    net: transportKilograms(),
    weighedOn: day().optional(),
  }),
  ({ gross, tare, net }, addError) => {
    const isDifferent = gross !== undefined && tare !== undefined && net !== gross - tare;
    if (isDifferent || isNetAboveGross(net, gross)) addError('net', 'VALUE_IS_WRONG');
  },
);
export type WeighTicketBody = z.output<typeof ticketBody>;

/** Readings of three sources for a hundred parameters. */
const READINGS_MAX = 300;

const measurementFields = {
  readings: z.array(readingBody).max(READINGS_MAX),
  tickets: z.array(ticketBody).max(WEIGHT_BASES.length),
};

type Measurements = { readings?: unknown; tickets?: unknown };

const keysOf = (list: unknown, key: (item: Record<string, unknown>) => string) =>
  Array.isArray(list) ? list.map((item) => key(item ?? {})) : [];

/** Rejects two readings of a parameter from the same source, and two tickets of the same place. */
function rejectDuplicates(
  { readings, tickets }: Measurements,
  addError: (path: string, code: 'VALUE_IS_DUPLICATED') => void,
): void {
  for (const index of duplicateIndexes(
    keysOf(readings, (item) => JSON.stringify([item['parameterId'], item['source']])),
  ))
    addError(`readings.${index}.source`, 'VALUE_IS_DUPLICATED');
  for (const index of duplicateIndexes(keysOf(tickets, (item) => String(item['place']))))
    addError(`tickets.${index}.place`, 'VALUE_IS_DUPLICATED');
}

const transportMeasurements = z.object({
  readings: z.array(
    z.object({
      ...readingFields,
      sampleNumber: z.string().nullable(),
      takenOn: dayReply().nullable(),
    }),
  ),
  tickets: z.array(
    z.object({
      place: z.enum(WEIGHT_BASES),
      number: z.string().nullable(),
      gross: z.int().nullable(),
      tare: z.int().nullable(),
      net: z.int(),
      weighedOn: dayReply().nullable(),
    }),
  ),
  /** The net at loading minus the net at unloading; 0 for a gain, null without both tickets. */
  lossKg: z.int().nullable(),
  /** The loss as a percentage of the net at loading. */
  lossPercent: z.number().nullable(),
  /** The version of the transport. */
  version: z.int(),
});
export type TransportMeasurements = z.output<typeof transportMeasurements>;

export const getTransportReadings = endpoint({
  method: 'GET',
  path: '/contract/transport-readings/:id',
  access: 'user',
  tag,
  summary: 'Returns the quality readings and weigh tickets of a transport.',
  params: pathId(),
  reply: transportMeasurements,
});

export const changeTransportReadings = endpoint({
  method: 'PUT',
  path: '/contract/transport-readings/:id',
  access: 'user',
  tag,
  summary:
    'Replaces the quality readings and weigh tickets of a transport. The net of the unloading ticket is its unloaded weight.',
  params: pathId(),
  body: withRules(z.object({ ...measurementFields, version: z.int().optional() }), rejectDuplicates),
  reply: transportMeasurements,
});
export type TransportReadingsForm = z.output<NonNullable<typeof changeTransportReadings.body>>;

const JOINED_DESCRIPTION =
  'With DELIVERED and TO_BE_SETTLED. Replaces only the listed ones, whose omitted fields keep their stored values.';

/** Measurements that are sent with a status change. */
export const optionalMeasurements = {
  readings: measurementFields.readings.optional().describe(JOINED_DESCRIPTION),
  tickets: measurementFields.tickets.optional().describe(JOINED_DESCRIPTION),
};
export { rejectDuplicates as rejectDuplicateMeasurements };

const settledLine = z.object({
  ruleId: id(),
  parameterId: id(),
  name: z.string(),
  unit: z.string().nullable(),
  reading: z.union([z.number(), z.boolean()]),
  norm: z.number().nullable(),
  steps: z.number().nullable(),
  effect: z.enum(RULE_EFFECTS),
  pricePerTonne: z.int(),
  quantity: z.int(),
  isPremium: z.boolean(),
});
export type SettledLine = z.output<typeof settledLine>;
export const settledLines = z.array(settledLine);

const parameterRef = z.object({ parameterId: id().nullable(), name: z.string() });

const choices = z.object({
  byRules: z.boolean(),
  /** 0 is the main price option. A settlement without rules always has 0. */
  priceOptionId: z.int(),
  overrides: z.array(
    z.object({
      ruleId: id(),
      pricePerTonne: z.int().nullable(),
      quantity: z.int().nullable(),
      reason: z.string(),
    }),
  ),
});

const preview = z.object({
  lines: settledLines,
  /** The price per tonne of the price option. */
  contractPrice: z.int(),
  pricePerTonne: z.int(),
  basisQuantity: z.int().nullable(),
  acceptedQuantity: z.int().nullable(),
  amount: z.int().nullable(),
  /** Parameters without a reading. A missing loading weight is an entry too, although it is not a parameter. */
  missing: z.array(parameterRef),
  withoutNorm: z.array(parameterRef),
  /** Parameters whose reading is beyond the acceptance limit. */
  refused: z.array(parameterRef),
  /** Existing readings of the parameters in `missing`, taken by sources that the settlement does not use. */
  offered: z.array(z.object(readingFields)),
  /** The lines as text, as they are printed. */
  text: z.string(),
  /** A hash of the readings, weights, rules and price. */
  fingerprint: z.string(),
  /** How the side is settled now, independent of the request; null before it is settled. */
  settled: choices.nullable(),
  /** How a purchase was settled before its statement was withdrawn; null otherwise. */
  takenBack: choices.nullable(),
});
export type SettlementPreview = z.output<typeof preview>;

export const previewSettlement = endpoint({
  method: 'POST',
  path: '/contract/settlement-preview',
  access: 'user',
  tag,
  summary: 'Computes the settlement of a side from readings, weights and rules. Writes nothing.',
  body: withRules(
    z.object({
      transportId: id(),
      side: z.enum(SIDES),
      priceOptionId: numberFromText(z.int().nonnegative())
        .optional()
        .describe('0 or absent is the main option.'),
      readings: measurementFields.readings.optional().describe('Replace the stored readings.'),
      loadingQuantity: transportKilograms()
        .optional()
        .describe('Replaces the net weight of the loading ticket where that is the weight basis.'),
      overrides: overrides().optional(),
    }),
    rejectDuplicates,
  ),
  reply: preview,
});

/** The optional fields of a settlement by the rules. */
export const settledByRules = {
  priceOptionId: z.int().nonnegative().optional(),
  acceptedQuantity: transportKilograms().optional(),
  fingerprint: z.string().max(255).optional(),
  overrides: overrides().optional(),
};

/** Values that the user entered for lines instead of the computed values; each needs a reason. */
function overrides() {
  return distinct(
    z
      .array(
        z.object({
          ruleId: id(),
          pricePerTonne: z.int().min(-INTEGER_MAX).max(INTEGER_MAX).optional(),
          quantity: z.int().min(-INTEGER_MAX).max(INTEGER_MAX).optional(),
          reason: optionalText(2_000),
        }),
      )
      .max(100),
    ({ ruleId }) => ruleId,
    'ruleId',
  );
}
