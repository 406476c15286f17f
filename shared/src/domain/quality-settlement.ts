import {
  changesWeight,
  type DiscountRule,
  DRY_MATTER_NORM_LIMIT,
  type ReadingValue,
  type RuleDirection,
  type Thousandths,
} from './discount-rule.ts';
import {
  divideHalfUp,
  INTEGER_MAX,
  type Kilograms,
  kilograms,
  lineAmount,
  type MinorUnits,
  minorUnits,
  TRANSPORT_MAX_KG,
} from './units.ts';

/*
 * Computes the settlement of a transport from its readings and the discount rules of its contract (customer
 * quality.md, "The rule and its arithmetic"). All fractions are exact; each line is rounded once, half up.
 */

/** Values that the user entered instead of the computed values. */
export type LineOverride = {
  readonly pricePerTonne?: MinorUnits | undefined;
  readonly quantityKg?: number | undefined;
};

export type QualityInput = {
  readonly rules: readonly DiscountRule[];
  /** The readings by parameter id. */
  readonly readings: ReadonlyMap<number, ReadingValue>;
  /** The quality values of the price option, by parameter id. */
  readonly qualityNorms: ReadonlyMap<number, Thousandths>;
  /** The price per tonne of the price option. */
  readonly contractPrice: MinorUnits;
  /** The net weight of the weigh ticket; null without a ticket. */
  readonly basisKg: Kilograms | null;
  /** The overridden lines by rule id. */
  readonly overrides?: ReadonlyMap<number, LineOverride>;
};

/** The effect of one rule. Deductions are negative; a reading within the norm gives a line of zeros. */
export type QualityLine = {
  readonly rule: DiscountRule;
  readonly reading: ReadingValue;
  /** Null for a BOOLEAN parameter. */
  readonly norm: Thousandths | null;
  /** Counted steps in thousandths, rounded for display; null for DRY_MATTER, which has no steps. */
  readonly steps: Thousandths | null;
  readonly pricePerTonne: MinorUnits;
  readonly quantityKg: number;
  /** Whether the user entered the value of the line. */
  readonly isOverridden: boolean;
};

export type QualitySettlement = {
  /** One line per rule that has a reading and a norm, in the order of the rules. */
  readonly lines: readonly QualityLine[];
  readonly pricePerTonne: MinorUnits;
  /** Null while the weight basis is unknown. */
  readonly acceptedKg: Kilograms | null;
  readonly amount: MinorUnits | null;
  /** The parameter ids of the rules that have no reading. */
  readonly missing: readonly number[];
  /** The parameter ids of the rules that have no norm. */
  readonly withoutNorm: readonly number[];
  /** The ids of parameters whose reading is beyond the acceptance limit. */
  readonly refused: readonly number[];
};

/**
 * Applies the rules: first the rules that change the weight, in their order, then the rules that change the
 * price, on the accepted kilograms. Percentages of the price always use the contract price, so the order of
 * price rules does not matter.
 */
export function settleQuality(input: QualityInput): QualitySettlement {
  const lines = new Map<DiscountRule, QualityLine>();
  const applicable = input.rules.flatMap((rule) => measure(rule, input) ?? []);
  let acceptedKg = input.basisKg;
  for (const measured of applicable.filter(({ rule }) => changesWeight(rule))) {
    const own = input.overrides?.get(measured.rule.id)?.quantityKg;
    if (acceptedKg === null) {
      lines.set(measured.rule, line(measured, {}));
      continue;
    }
    const most = Math.max(0, TRANSPORT_MAX_KG - acceptedKg);
    const quantityKg = Math.min(most, Math.max(0 - acceptedKg, own ?? weightChange(measured, acceptedKg)));
    acceptedKg = kilograms(acceptedKg + quantityKg);
    lines.set(measured.rule, line(measured, { quantityKg, isOverridden: own !== undefined }));
  }
  for (const measured of applicable.filter(({ rule }) => !changesWeight(rule))) {
    const own = input.overrides?.get(measured.rule.id)?.pricePerTonne;
    const pricePerTonne = own ?? priceChange(measured, input, acceptedKg);
    lines.set(measured.rule, line(measured, { pricePerTonne, isOverridden: own !== undefined }));
  }
  const ordered = input.rules.flatMap((rule) => lines.get(rule) ?? []);
  const pricePerTonne = minorUnits(
    ordered.reduce((sum, { pricePerTonne: change }) => sum + change, input.contractPrice as number),
  );
  return {
    lines: ordered,
    pricePerTonne,
    acceptedKg,
    amount: acceptedKg === null ? null : lineAmount(acceptedKg, pricePerTonne),
    ...reportedRules(input),
  };
}

type Measured = {
  readonly rule: DiscountRule;
  readonly reading: ReadingValue;
  readonly norm: Thousandths | null;
  readonly steps: Fraction;
};

type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

const whole = (value: number | bigint): Fraction => ({ numerator: BigInt(value), denominator: 1n });

function normOf(rule: DiscountRule, { qualityNorms }: QualityInput): Thousandths | null {
  const norm = rule.norm ?? qualityNorms.get(rule.parameterId) ?? null;
  // A norm taken from a quality may be 100 %, and DRY_MATTER divides by 100 % minus the norm. Such a norm
  // counts as missing.
  return rule.effect === 'DRY_MATTER' && norm !== null && norm >= DRY_MATTER_NORM_LIMIT ? null : norm;
}

/** Returns the reading, the norm and the steps of a rule, or null when the reading or the norm is missing. */
function measure(rule: DiscountRule, input: QualityInput): Measured | null {
  const reading = input.readings.get(rule.parameterId);
  if (reading === undefined) return null;
  if (typeof reading === 'boolean')
    return { rule, reading, norm: null, steps: whole(reading === (rule.direction === 'ABOVE') ? 1 : 0) };
  const norm = normOf(rule, input);
  return norm === null ? null : { rule, reading, norm, steps: countSteps(rule, reading, norm) };
}

function isBeyond(direction: RuleDirection, reading: number, limit: number): boolean {
  return direction === 'ABOVE' ? reading > limit : reading < limit;
}

function countSteps(rule: DiscountRule, reading: Thousandths, norm: Thousandths): Fraction {
  if (!isBeyond(rule.direction, reading, norm)) return whole(0);
  if (!isBeyond(rule.direction, reading, rule.appliesBeyond ?? norm)) return whole(0);
  if (rule.effect === 'DRY_MATTER') return whole(1);
  const low = Math.max(Math.min(reading, norm), rule.bandFrom ?? Number.NEGATIVE_INFINITY);
  const high = Math.min(Math.max(reading, norm), rule.bandTo ?? Number.POSITIVE_INFINITY);
  const overshoot = Math.max(0, high - low);
  if (rule.stepping === 'STARTED') return whole(Math.ceil(overshoot / rule.step));
  if (rule.stepping === 'FULL') return whole(Math.floor(overshoot / rule.step));
  return { numerator: BigInt(overshoot), denominator: BigInt(rule.step) };
}

const signOf = ({ isPremium }: DiscountRule): number => (isPremium ? 1 : -1);

/** The divisor of a rate in thousandths of a per cent. */
const PER_CENT = 100_000n;

function weightChange({ rule, reading, norm, steps }: Measured, quantityKg: Kilograms): number {
  if (steps.numerator === 0n) return 0;
  const before = BigInt(quantityKg);
  if (rule.effect === 'DRY_MATTER') {
    const dryMatter = BigInt(Math.max(0, 100_000 - Number(reading)));
    return divideHalfUp(before * dryMatter, BigInt(100_000 - Number(norm))) - quantityKg;
  }
  const share = before * steps.numerator * BigInt(rule.rate);
  return signOf(rule) * divideHalfUp(share, steps.denominator * PER_CENT);
}

function priceChange(
  { rule, steps }: Measured,
  { contractPrice, basisKg }: QualityInput,
  acceptedKg: Kilograms | null,
): MinorUnits {
  const share = steps.numerator * BigInt(rule.rate);
  // Clamped to INTEGER_MAX, the largest price that can be stored, so that sums stay safe integers.
  const change = (numerator: bigint, denominator: bigint) =>
    minorUnits(
      numerator === 0n ? 0 : signOf(rule) * Math.min(INTEGER_MAX, divideHalfUp(numerator, denominator)),
    );
  if (rule.effect === 'PRICE_PERCENT')
    return change(share * BigInt(contractPrice), steps.denominator * PER_CENT);
  // Converts an amount per tonne of the weight basis to an amount per accepted tonne. Without accepted
  // kilograms nothing is paid, and the division is impossible.
  if (rule.per === 'BASIS' && basisKg !== null && acceptedKg !== null && acceptedKg > 0)
    return change(share * BigInt(basisKg), steps.denominator * BigInt(acceptedKg));
  return change(share, steps.denominator);
}

type LineEffect = { pricePerTonne?: MinorUnits; quantityKg?: number; isOverridden?: boolean };

function line(
  { rule, reading, norm, steps }: Measured,
  { pricePerTonne = minorUnits(0), quantityKg = 0, isOverridden = false }: LineEffect,
): QualityLine {
  const counted = divideHalfUp(steps.numerator * 1000n, steps.denominator) as Thousandths;
  return {
    rule,
    reading,
    norm,
    steps: rule.effect === 'DRY_MATTER' ? null : counted,
    pricePerTonne,
    quantityKg,
    isOverridden,
  };
}

function reportedRules(input: QualityInput): Pick<QualitySettlement, 'missing' | 'withoutNorm' | 'refused'> {
  const missing = new Set<number>();
  const withoutNorm = new Set<number>();
  const refused = new Set<number>();
  for (const rule of input.rules) {
    const reading = input.readings.get(rule.parameterId);
    if (reading === undefined) missing.add(rule.parameterId);
    if (rule.isBoolean || typeof reading === 'boolean') continue;
    if (normOf(rule, input) === null) withoutNorm.add(rule.parameterId);
    if (reading !== undefined && rule.refuseAt !== null && isBeyond(rule.direction, reading, rule.refuseAt))
      refused.add(rule.parameterId);
  }
  return { missing: [...missing], withoutNorm: [...withoutNorm], refused: [...refused] };
}
