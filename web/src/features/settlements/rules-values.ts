import { decidingReadings, type WeightBasis } from '@spichlerz/shared/domain/discount-rule';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatReading, formatRuleChange } from '@spichlerz/shared/words/discount-rules';
import { EMPTY, formatTonnes, orEmpty } from '@spichlerz/shared/words/figures';
import { z } from 'zod';
import type { FieldDescriptions } from '../../components/save/record-changes.ts';
import { optionalInteger, optionalRemark, requiredInteger, requiredText } from '../../ui/form/rules.ts';
import type { RuleTerms } from './rule-terms.ts';
import type { SettlementRow } from './settlement-row.ts';
import type { SettlementChange } from './use-versioned-settlement.tsx';

/* The form values of a settlement by rules, and their conversion to measurements and a preview request. */

const schemaWith = (loadedKg: z.ZodType<number | undefined, number | null>) =>
  z.object({
    /** The id of the price option, or 0 for the main price. */
    priceOptionId: z.number(),
    readings: z.array(
      z.object({
        parameterId: z.number(),
        value: z.string(),
        answer: z.boolean().nullable(),
        /** The reading of the arbiter, which is shown instead of an input. */
        arbiter: z.union([z.number(), z.boolean()]).nullable(),
      }),
    ),
    loadedKg,
    overrides: z.array(
      z.object({
        ruleId: z.number(),
        isWeight: z.boolean(),
        /** Without a sign: kilograms for a rule that changes the weight, else minor units per tonne. */
        size: requiredInteger({ min: 0 }),
        reason: requiredText(2_000),
      }),
    ),
    quality: requiredText(),
    details: optionalRemark(),
  });

/**
 * The schemas by the weight basis of the contract. The loaded weight is required only if the side is paid by
 * the loaded weight.
 */
export const RULES_SCHEMAS: Record<WeightBasis, ReturnType<typeof schemaWith>> = {
  UNLOADING: schemaWith(optionalInteger()),
  LOADING: schemaWith(requiredInteger()),
};
export type RulesValues = z.input<ReturnType<typeof schemaWith>>;
export type RulesOutput = z.output<ReturnType<typeof schemaWith>>;

export function initialValues(
  side: Side,
  row: SettlementRow,
  terms: RuleTerms,
  priceOptions: ContractRecord['priceOptions'],
): RulesValues {
  const { rules, measurements, settled, takenBack } = terms;
  const own = (parameterId: number) =>
    measurements.readings.find(
      (reading) => reading.parameterId === parameterId && reading.source === rules.readingSource,
    )?.value;
  // rules and price options that the contract no longer has are omitted
  const ruleIds = new Set(rules.rules.map(({ id }) => id));
  const former = settled ?? takenBack;
  const option = priceOptions.find(({ id }) => id === former?.priceOptionId);
  return {
    priceOptionId: option?.id ?? 0,
    readings: rules.parameters.map(({ id }) => {
      const value = own(id);
      return {
        parameterId: id,
        value: typeof value === 'number' ? String(value) : '',
        answer: typeof value === 'boolean' ? value : null,
        arbiter: arbiterReading(terms, id),
      };
    }),
    loadedKg: measurements.tickets.find(({ place }) => place === 'LOADING')?.net ?? null,
    overrides: (former?.overrides ?? [])
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

/**
 * The reading of the arbiter if the settlement uses it, else null. The user cannot override it by typing
 * another reading.
 */
export function arbiterReading(
  { rules, measurements }: RuleTerms,
  parameter: number,
): number | boolean | null {
  const reading = decidingReadings(measurements.readings, rules.readingSource).find(
    ({ parameterId }) => parameterId === parameter,
  );
  return reading?.source === 'ARBITER' ? reading.value : null;
}

const QUALITY: BySide<(row: SettlementRow) => string> = {
  purchase: (row) => row.realPurchaseCargoQuality,
  sales: (row) => row.realCargoQuality,
};

type Reading = RulesValues['readings'][number];
type States = { readonly base: RulesValues; readonly theirs: RulesValues; readonly mine: RulesValues };

const readOf = ({ value, answer }: Reading) => answer ?? (value === '' ? null : Number(value));

/** Lists the readings that another user has changed since `base` and that differ from the form. */
export function readingChanges({ rules }: RuleTerms, { base, theirs, mine }: States): SettlementChange[] {
  return rules.parameters.flatMap(({ id, name, unit }) => {
    const compare = (read: (reading: Reading) => number | boolean | null) => {
      const show = ({ readings }: RulesValues) => {
        const reading = readings.find(({ parameterId }) => parameterId === id);
        const shown = reading === undefined ? null : read(reading);
        return shown === null ? EMPTY : formatReading(shown, unit);
      };
      return { before: show(base), after: show(theirs), own: show(mine) };
    };
    const change = (label: string, { before, after, own }: ReturnType<typeof compare>) =>
      before === after || after === own ? [] : [{ label, before, after, isContested: own !== before }];
    const isHidden = theirs.readings.some(
      ({ parameterId, arbiter }) => parameterId === id && arbiter !== null,
    );
    const typed = compare(readOf);
    const isReplaced = isHidden && typed.own !== typed.before && typed.own !== EMPTY;
    return [
      // the arbiter's reading hides the input of a typed reading, which the form drops
      ...change(name, typed).map((own) => (isHidden ? { ...own, isContested: false } : own)),
      ...change(
        `${name} (arbiter)`,
        compare(({ arbiter }) => arbiter),
      ).map((arbiter) => (isReplaced ? { ...arbiter, replacedEntry: typed.own } : arbiter)),
    ];
  });
}

const byParameter = ({ readings }: RulesValues) =>
  new Map(readings.map((reading) => [reading.parameterId, reading]));

/**
 * Merges the stored readings with the readings that this user has changed since `base`. A change that the
 * arbiter's reading hides is not merged, because the user could not see that a save stores it.
 */
export function withMyReadings({ base, theirs, mine }: States): Reading[] {
  const [before, own] = [byParameter(base), byParameter(mine)];
  return theirs.readings.map((stored) => {
    const [old, typed] = [before.get(stored.parameterId), own.get(stored.parameterId)];
    if (typed === undefined || stored.arbiter !== null) return stored;
    return old !== undefined && readOf(typed) === readOf(old) ? stored : { ...typed, arbiter: null };
  });
}

const joined = (texts: readonly string[]) => orEmpty(texts.join('; '));

/** The fields of a settlement by rules, for a list of changes. */
export function describeRulesFields(
  { rules }: RuleTerms,
  { priceOptions, currency }: Pick<ContractRecord, 'priceOptions' | 'currency'>,
): FieldDescriptions<RulesValues> {
  const parameterOf = (id: number) => rules.parameters.find((parameter) => parameter.id === id);
  return {
    priceOptionId: {
      label: 'Płacone jak',
      show: (id) =>
        orEmpty(priceOptions.find((option) => (option.id ?? 0) === id)?.rawMaterialQualityTitle ?? null),
    },
    readings: {
      label: 'Wyniki badań',
      show: (readings) =>
        joined(
          readings.flatMap((reading) => {
            const [parameter, read] = [parameterOf(reading.parameterId), readOf(reading)];
            return parameter === undefined || read === null
              ? []
              : [`${parameter.name} ${formatReading(read, parameter.unit)}`];
          }),
        ),
    },
    loadedKg: { label: 'Waga załadunku', show: formatTonnes },
    overrides: {
      label: 'Zmienione potrącenia',
      show: (overrides) =>
        joined(
          overrides.map(({ ruleId, isWeight, size, reason }) => {
            const rule = rules.rules.find(({ id }) => id === ruleId);
            const signed = (size ?? 0) * (rule?.isPremium === true ? 1 : -1);
            const change = { pricePerTonne: isWeight ? 0 : signed, quantity: isWeight ? signed : 0 };
            const name = parameterOf(rule?.parameterId ?? 0)?.name ?? '';
            return `${name} ${formatRuleChange(isWeight, change, currency)} (${reason})`;
          }),
        ),
    },
    quality: { label: 'Jakość rzeczywista', show: orEmpty },
    details: { label: 'Szczegóły', show: orEmpty },
  };
}

type Typed = Pick<RulesValues, 'readings'> & { loadedKg?: number | null | undefined };
type TypedOverride = RulesValues['overrides'][number];

/**
 * The measurements to save: the stored measurements, with the typed loaded weight and the typed readings of the
 * contract's source.
 */
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
    // the preview ignores a changed deduction without an amount
    overrides: values.overrides.flatMap(({ ruleId, isWeight, size, reason }) => {
      if (size === null) return [];
      const signed = isPremium.get(ruleId) ? size : -size;
      return [{ ruleId, reason, ...(isWeight ? { quantity: signed } : { pricePerTonne: signed }) }];
    }),
  };
}
