import type { DiscountRule } from '../discount-rule.ts';
import type { QualityInput } from '../quality-settlement.ts';

/*
 * A second implementation of quality settlements, with which the property test compares settleQuality. To share
 * no formula, it computes with reduced fractions and counts steps one by one.
 */

/** A reduced fraction with a positive denominator. */
export class Rational {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    const divisor = gcd(abs(top), abs(bottom)) * (bottom < 0n ? -1n : 1n);
    this.top = top / divisor;
    this.bottom = bottom / divisor;
  }

  static of = (value: number | bigint, parts = 1): Rational => new Rational(BigInt(value), BigInt(parts));

  plus = (other: Rational) =>
    new Rational(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  minus = (other: Rational) => this.plus(other.times(Rational.of(-1)));
  times = (other: Rational) => new Rational(this.top * other.top, this.bottom * other.bottom);
  over = (other: Rational) => new Rational(this.top * other.bottom, this.bottom * other.top);
  isLess = (other: Rational) => this.minus(other).top < 0n;

  /** Rounds to the nearest whole number, and a half away from zero. */
  rounded(): number {
    const size = new Rational(abs(this.top), this.bottom).plus(Rational.of(1, 2));
    const steps = Number(size.top / size.bottom);
    return this.top < 0n && steps > 0 ? -steps : steps;
  }
}

const abs = (value: bigint) => (value < 0n ? -value : value);

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a || 1n : gcd(b, a % b);
}

const ZERO = Rational.of(0);
const HUNDRED = Rational.of(100);
const min = (a: Rational, b: Rational) => (b.isLess(a) ? b : a);
const max = (a: Rational, b: Rational) => (a.isLess(b) ? b : a);

/** The distance by which a reading exceeds a point in the direction of the rule. */
const past = (rule: DiscountRule, reading: Rational, point: Rational) =>
  rule.direction === 'ABOVE' ? reading.minus(point) : point.minus(reading);

function stepsOf(rule: DiscountRule, reading: Rational, norm: Rational): Rational {
  const limit = rule.appliesBeyond === null ? norm : Rational.of(rule.appliesBeyond, 1000);
  if (!ZERO.isLess(past(rule, reading, limit))) return ZERO;
  const [near, far] =
    rule.direction === 'ABOVE' ? [rule.bandFrom, rule.bandTo] : [rule.bandTo, rule.bandFrom];
  const total = past(rule, reading, norm);
  const start = near === null ? ZERO : max(ZERO, past(rule, Rational.of(near, 1000), norm));
  const end = far === null ? total : min(total, past(rule, Rational.of(far, 1000), norm));
  const overshoot = max(ZERO, end.minus(start));
  const step = Rational.of(rule.step, 1000);
  if (rule.stepping === 'PROPORTIONAL') return overshoot.over(step);
  let count = 0;
  for (let reached = step; !overshoot.isLess(reached); reached = reached.plus(step)) count += 1;
  const isComplete = overshoot.minus(step.times(Rational.of(count))).top === 0n;
  return Rational.of(rule.stepping === 'STARTED' && !isComplete ? count + 1 : count);
}

/** The price and the accepted kilograms by the rules of customer quality.md. */
export function settleRationally({ rules, readings, contractPrice, basisKg }: QualityInput): {
  pricePerTonne: number;
  acceptedKg: number;
} {
  const basis = Rational.of(basisKg ?? 0);
  const measured = rules.flatMap((rule) => {
    const value = readings.get(rule.parameterId);
    if (value === undefined || typeof value === 'boolean' || rule.norm === null) return [];
    const [reading, norm] = [Rational.of(value, 1000), Rational.of(rule.norm, 1000)];
    return [{ rule, reading, norm, sign: Rational.of(rule.isPremium ? 1 : -1) }];
  });
  let accepted = basis;
  for (const { rule, reading, norm, sign } of measured) {
    if (rule.effect === 'DRY_MATTER') {
      const limit = rule.appliesBeyond === null ? norm : Rational.of(rule.appliesBeyond, 1000);
      const applies = [limit, norm].every((point) => ZERO.isLess(past(rule, reading, point)));
      if (applies)
        accepted = Rational.of(accepted.times(HUNDRED.minus(reading)).over(HUNDRED.minus(norm)).rounded());
    } else if (rule.effect === 'WEIGHT_PERCENT') {
      const share = stepsOf(rule, reading, norm).times(Rational.of(rule.rate, 100_000));
      accepted = max(ZERO, accepted.plus(sign.times(Rational.of(accepted.times(share).rounded()))));
    }
  }
  const price = Rational.of(contractPrice);
  let total = price;
  for (const { rule, reading, norm, sign } of measured) {
    const steps = stepsOf(rule, reading, norm);
    const amounts = {
      PRICE_AMOUNT: () => {
        const perTonne = steps.times(Rational.of(rule.rate));
        return rule.per === 'BASIS' && accepted.top > 0n ? perTonne.times(basis).over(accepted) : perTonne;
      },
      PRICE_PERCENT: () => price.times(steps).times(Rational.of(rule.rate, 100_000)),
      WEIGHT_PERCENT: () => ZERO,
      DRY_MATTER: () => ZERO,
    };
    total = total.plus(sign.times(Rational.of(amounts[rule.effect]().rounded())));
  }
  return { pricePerTonne: total.rounded(), acceptedKg: accepted.rounded() };
}
