import type { ErrorCode } from './domain-error.ts';

/*
 * Discount rules: how a quality reading changes the price or the kilograms of a settlement (customer
 * quality.md). The arithmetic is in quality-settlement.ts.
 */

/** Where a quality reading was taken. */
export const READING_SOURCES = ['LOADING', 'RECIPIENT', 'ARBITER'] as const;
export type ReadingSource = (typeof READING_SOURCES)[number];

/**
 * Returns the readings that a settlement uses: for each parameter the arbiter's reading, or else the reading of
 * the source that the contract names (customer quality.md, "What is kept").
 */
export function decidingReadings<
  Reading extends { readonly parameterId: number; readonly source: ReadingSource },
>(readings: readonly Reading[], contractSource: ReadingSource): Reading[] {
  const decided = new Set(
    readings.flatMap(({ parameterId, source }) => (source === 'ARBITER' ? [parameterId] : [])),
  );
  return readings.filter(
    ({ parameterId, source }) =>
      source === 'ARBITER' || (source === contractSource && !decided.has(parameterId)),
  );
}

/** The places where a load is weighed. A settlement uses the weigh ticket of one place as its weight basis. */
export const WEIGHT_BASES = ['LOADING', 'UNLOADING'] as const;
export type WeightBasis = (typeof WEIGHT_BASES)[number];

/**
 * The side of the norm on which a rule applies. For a BOOLEAN parameter, ABOVE means true and BELOW means
 * false.
 */
export const RULE_DIRECTIONS = ['ABOVE', 'BELOW'] as const;
export type RuleDirection = (typeof RULE_DIRECTIONS)[number];

export const RULE_EFFECTS = ['PRICE_AMOUNT', 'PRICE_PERCENT', 'WEIGHT_PERCENT', 'DRY_MATTER'] as const;
export type RuleEffect = (typeof RULE_EFFECTS)[number];

/**
 * How the difference from the norm is counted: in started steps, in full steps, or as an exact number of steps.
 */
export const RULE_STEPPINGS = ['STARTED', 'FULL', 'PROPORTIONAL'] as const;
export type RuleStepping = (typeof RULE_STEPPINGS)[number];

/** Whether an amount is charged per accepted tonne or, as for drying, per tonne of the weight basis. */
export const RULE_QUANTITIES = ['ACCEPTED', 'BASIS'] as const;
export type RuleQuantity = (typeof RULE_QUANTITIES)[number];

/** A decimal of up to three places as an integer: 14.5 % is 14,500. */
export type Thousandths = number & { readonly __unit: 'thousandths' };

/** @throws RangeError when the decimal has more than three places */
export function thousandths(decimal: number): Thousandths {
  if (!isInThousandths(decimal)) throw new RangeError(`${decimal} has more than three decimal places`);
  return Math.round(decimal * 1000) as Thousandths;
}

/** Whether a decimal has at most three places. */
export function isInThousandths(decimal: number): boolean {
  const value = Math.round(decimal * 1000);
  return Number.isSafeInteger(value) && value / 1000 === decimal;
}

export const fromThousandths = (value: Thousandths): number => value / 1000;

/** A measured value, or the value of a BOOLEAN parameter. */
export type ReadingValue = Thousandths | boolean;

export type DiscountRule = {
  readonly id: number;
  readonly parameterId: number;
  /** A BOOLEAN parameter has no norm, bands or steps. */
  readonly isBoolean: boolean;
  readonly direction: RuleDirection;
  /** Null means that the norm is the value of the price option's quality. */
  readonly norm: Thousandths | null;
  /**
   * The rule applies only to readings beyond this value, but counts its steps from the norm. Null means that it
   * applies beyond the norm.
   */
  readonly appliesBeyond: Thousandths | null;
  readonly effect: RuleEffect;
  readonly stepping: RuleStepping;
  readonly step: Thousandths;
  /**
   * The rate of one step, in minor units per tonne for PRICE_AMOUNT and otherwise in thousandths of a per cent.
   */
  readonly rate: number;
  readonly per: RuleQuantity;
  /**
   * Only the part of the difference from the norm that lies between bandFrom and bandTo counts. Null means no
   * limit.
   */
  readonly bandFrom: Thousandths | null;
  readonly bandTo: Thousandths | null;
  /** The acceptance limit. A reading beyond it is reported and never rejected. */
  readonly refuseAt: Thousandths | null;
  /** A rule with a premium: its line is added instead of deducted. */
  readonly isPremium: boolean;
};

/** Whether a rule changes the kilograms instead of the price. */
export function changesWeight({ effect }: Pick<DiscountRule, 'effect'>): boolean {
  return effect === 'WEIGHT_PERCENT' || effect === 'DRY_MATTER';
}

/** The norm of a DRY_MATTER rule must be below 100 % of moisture, because no dry matter is left at 100 %. */
export const DRY_MATTER_NORM_LIMIT = thousandths(100);

export type RuleError = {
  readonly index: number;
  readonly field: keyof DiscountRule;
  readonly code: Extract<ErrorCode, 'VALUE_IS_WRONG' | 'VALUE_IS_DUPLICATED'>;
};

/**
 * Returns the errors of invalid rules and of rules that contradict an earlier rule. Each error names a field
 * (customer quality.md, "Refused").
 */
export function findRuleErrors(rules: readonly DiscountRule[]): RuleError[] {
  return rules.flatMap((rule, index) => {
    const wrong = (field: keyof DiscountRule): RuleError => ({ index, field, code: 'VALUE_IS_WRONG' });
    const duplicate = rules.slice(0, index).some((earlier) => overlaps(earlier, rule));
    return [
      ...wrongFields(rule).map(wrong),
      ...(duplicate ? [{ index, field: 'bandFrom', code: 'VALUE_IS_DUPLICATED' } as const] : []),
    ];
  });
}

function wrongFields(rule: DiscountRule): (keyof DiscountRule)[] {
  const isDryMatter = rule.effect === 'DRY_MATTER';
  if (isDryMatter && rule.isBoolean) return ['effect'];
  if (isDryMatter)
    return [
      ...(rule.norm !== null && rule.norm >= DRY_MATTER_NORM_LIMIT ? (['norm'] as const) : []),
      ...(rule.direction === 'BELOW' && !rule.isPremium ? (['direction'] as const) : []),
    ];
  return [
    ...(rule.rate > 0 ? [] : (['rate'] as const)),
    ...(rule.isBoolean || rule.step > 0 ? [] : (['step'] as const)),
    ...(rule.bandFrom !== null && rule.bandTo !== null && rule.bandFrom > rule.bandTo
      ? (['bandFrom'] as const)
      : []),
  ];
}

/**
 * Whether two rules of the same parameter, direction and effect overlap. Bands that share only a boundary do
 * not overlap. Rules of DRY_MATTER and of BOOLEAN parameters have no bands, so they always overlap.
 */
function overlaps(a: DiscountRule, b: DiscountRule): boolean {
  if (a.parameterId !== b.parameterId || a.direction !== b.direction || a.effect !== b.effect) return false;
  if (a.effect === 'DRY_MATTER' || a.isBoolean) return true;
  const start = Math.max(a.bandFrom ?? Number.NEGATIVE_INFINITY, b.bandFrom ?? Number.NEGATIVE_INFINITY);
  const end = Math.min(a.bandTo ?? Number.POSITIVE_INFINITY, b.bandTo ?? Number.POSITIVE_INFINITY);
  return start < end;
}

/** Whether the rule counts the difference from the norm in steps. */
export function hasSteps({ isBoolean, effect }: Pick<DiscountRule, 'isBoolean' | 'effect'>): boolean {
  return !isBoolean && effect !== 'DRY_MATTER';
}

/**
 * Resets the fields that a rule of this parameter and effect ignores, so that a change of an ignored field is
 * not stored as a change of the rule.
 */
export function withoutIgnoredFields(rule: DiscountRule): DiscountRule {
  const noBands = { bandFrom: null, bandTo: null };
  const noSteps = { stepping: 'PROPORTIONAL', step: NOTHING } as const;
  if (rule.isBoolean)
    return { ...rule, ...noBands, ...noSteps, norm: null, appliesBeyond: null, refuseAt: null };
  if (rule.effect === 'DRY_MATTER')
    return {
      ...rule,
      ...noBands,
      ...noSteps,
      rate: 0,
      per: 'ACCEPTED',
      isPremium: rule.isPremium && rule.direction === 'BELOW',
    };
  return rule.effect === 'PRICE_AMOUNT' ? rule : { ...rule, per: 'ACCEPTED' };
}

const NOTHING = 0 as Thousandths;
