import type { WeightBasis } from '@spichlerz/shared/domain/discount-rule';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatReading } from '@spichlerz/shared/words/discount-rules';
import { EMPTY, formatTonnes } from '@spichlerz/shared/words/figures';
import { z } from 'zod';
import { optionalRemark, optionalWhole, requiredText, requiredWhole } from '../../ui/form/rules.ts';
import type { RuleTerms } from './rule-terms.ts';
import type { SettlementRow } from './settlement-row.ts';

/* The form values of a settlement by rules, and their conversion to measurements and a preview request. */

const schemaWith = (loadedKg: z.ZodType<number | undefined, number | null>) =>
  z.object({
    /** 0 is the main price option. */
    priceOptionId: z.number(),
    readings: z.array(
      z.object({ parameterId: z.number(), value: z.string(), answer: z.boolean().nullable() }),
    ),
    loadedKg,
    overrides: z.array(
      z.object({
        ruleId: z.number(),
        isWeight: z.boolean(),
        /** Kilograms for a rule that changes the weight, otherwise minor units per tonne; without a sign. */
        size: requiredWhole({ min: 0 }),
        reason: requiredText(2_000),
      }),
    ),
    quality: requiredText(),
    details: optionalRemark(),
  });

/** By the weight basis of the contract: the loaded weight is typed only where it is the basis. */
export const RULES_SCHEMAS: Record<WeightBasis, ReturnType<typeof schemaWith>> = {
  UNLOADING: schemaWith(optionalWhole()),
  LOADING: schemaWith(requiredWhole()),
};
export type RulesValues = z.input<ReturnType<typeof schemaWith>>;
export type RulesOutput = z.output<ReturnType<typeof schemaWith>>;

export function initialValues(
  side: Side,
  row: SettlementRow,
  { rules, measurements, settled }: RuleTerms,
  priceOptions: ContractRecord['priceOptions'],
): RulesValues {
  const own = (parameterId: number) =>
    measurements.readings.find(
      (reading) => reading.parameterId === parameterId && reading.source === rules.readingSource,
    )?.value;
  // rules and options that the contract does not have any more are left out
  const ruleIds = new Set(rules.rules.map(({ id }) => id));
  const option = priceOptions.find(({ id }) => id === settled?.priceOptionId);
  return {
    priceOptionId: option?.id ?? 0,
    readings: rules.parameters.map(({ id }) => {
      const value = own(id);
      return {
        parameterId: id,
        value: typeof value === 'number' ? String(value) : '',
        answer: typeof value === 'boolean' ? value : null,
      };
    }),
    loadedKg: measurements.tickets.find(({ place }) => place === 'LOADING')?.net ?? null,
    overrides: (settled?.overrides ?? [])
      .filter(({ ruleId }) => ruleIds.has(ruleId))
      .map(({ ruleId, pricePerTonne, quantity, reason }) => ({
        ruleId,
        isWeight: quantity !== null,
        size: Math.abs(quantity ?? pricePerTonne ?? 0),
        reason,
      })),
    quality: QUALITY[side](row),
    details: row.details ?? '',
  };
}

const QUALITY: BySide<(row: SettlementRow) => string> = {
  purchase: (row) => row.realPurchaseCargoQuality,
  sales: (row) => row.realCargoQuality,
};

/** The measurements that differ between two states of the form, in the order of its fields. */
export function measurementsBetween(
  { rules }: RuleTerms,
  before: RulesValues,
  after: RulesValues,
): MeasurementChange[] {
  const readings = before.readings.flatMap((reading, index) => {
    const now = after.readings.find(({ parameterId }) => parameterId === reading.parameterId);
    const parameter = rules.parameters.find(({ id }) => id === reading.parameterId);
    if (now === undefined || parameter === undefined) return [];
    const show = ({ value, answer }: typeof reading) => {
      const read = answer ?? (value === '' ? null : Number(value));
      return read === null ? EMPTY : formatReading(read, parameter.unit);
    };
    const field =
      parameter.type === 'BOOLEAN'
        ? ({ name: `readings.${index}.answer`, value: now.answer } as const)
        : ({ name: `readings.${index}.value`, value: now.value } as const);
    return [{ ...field, label: parameter.name, before: show(reading), after: show(now) }];
  });
  const loaded = {
    name: 'loadedKg',
    value: after.loadedKg,
    label: 'Waga załadunku',
    before: formatTonnes(before.loadedKg),
    after: formatTonnes(after.loadedKg),
  } as const;
  const shown = rules.weightBasis === 'LOADING' ? [...readings, loaded] : readings;
  return shown.filter((change) => change.before !== change.after);
}

type MeasurementChange = {
  readonly name: `readings.${number}.value` | `readings.${number}.answer` | 'loadedKg';
  readonly value: string | boolean | number | null;
  readonly label: string;
  readonly before: string;
  readonly after: string;
};

type Typed = Pick<RulesValues, 'readings'> & { loadedKg?: number | null | undefined };
type TypedOverride = RulesValues['overrides'][number];

/** The stored measurements, with the dialog's readings instead of the stored ones of the contract's source. */
export function measurementsOf({ rules, measurements }: RuleTerms, typed: Typed) {
  const shown = new Set(rules.parameters.map(({ id }) => id));
  const others = measurements.readings.filter(
    ({ parameterId, source }) => source !== rules.readingSource || !shown.has(parameterId),
  );
  const known = new Map(
    measurements.readings
      .filter(({ source }) => source === rules.readingSource)
      .map((reading) => [reading.parameterId, reading]),
  );
  const own = typed.readings.flatMap(({ parameterId, value, answer }) => {
    const read = answer ?? (value === '' ? null : Number(value));
    if (read === null || Number.isNaN(read)) return [];
    return [{ ...known.get(parameterId), parameterId, source: rules.readingSource, value: read }];
  });
  const loading = measurements.tickets.find(({ place }) => place === 'LOADING');
  const isSame = typed.loadedKg === (loading?.net ?? null);
  const tickets = isSame
    ? measurements.tickets
    : [
        ...measurements.tickets.filter(({ place }) => place !== 'LOADING'),
        ...(typed.loadedKg
          ? [
              {
                place: 'LOADING' as const,
                number: loading?.number ?? null,
                gross: null,
                tare: null,
                net: typed.loadedKg,
                weighedOn: loading?.weighedOn ?? null,
              },
            ]
          : []),
      ];
  return { readings: [...others, ...own].map(withoutNulls), tickets: tickets.map(withoutNulls) };
}

const withoutNulls = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, own]) => own !== null)) as {
    [Key in keyof T]: Exclude<T[Key], null>;
  };

export function previewBody(
  side: Side,
  row: SettlementRow,
  terms: RuleTerms,
  values: Typed & { priceOptionId: number; overrides: readonly TypedOverride[] },
) {
  const isPremium = new Map(terms.rules.rules.map((rule) => [rule.id, rule.isPremium]));
  return {
    transportId: row.transportId,
    side,
    priceOptionId: values.priceOptionId,
    readings: measurementsOf(terms, values).readings,
    ...(terms.rules.weightBasis === 'LOADING' && values.loadedKg && { loadingQuantity: values.loadedKg }),
    // the preview ignores an override whose size is not typed yet
    overrides: values.overrides.flatMap(({ ruleId, isWeight, size, reason }) => {
      if (size === null) return [];
      const signed = isPremium.get(ruleId) ? size : -size;
      return [{ ruleId, reason, ...(isWeight ? { quantity: signed } : { pricePerTonne: signed }) }];
    }),
  };
}
