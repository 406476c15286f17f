import {
  array,
  assert,
  check,
  constantFrom,
  integer,
  option,
  property,
  record,
  shuffledSubarray,
} from 'fast-check';
import { expect, test } from 'vitest';
import {
  changesWeight,
  type DiscountRule,
  RULE_DIRECTIONS,
  RULE_EFFECTS,
  RULE_QUANTITIES,
  RULE_STEPPINGS,
  type Thousandths,
} from './discount-rule.ts';
import { settleQuality } from './quality-settlement.ts';
import { settleRationally } from './testing/rational.ts';
import { kilograms, minorUnits } from './units.ts';

const decimal = (min: number, max: number) =>
  integer({ min: min * 10, max: max * 10 }).map((tenths) => (tenths * 100) as Thousandths);
const PARAMETERS = [1, 2, 3, 4] as const;

const aRule = record({
  parameterId: constantFrom(...PARAMETERS),
  direction: constantFrom(...RULE_DIRECTIONS),
  norm: decimal(5, 30),
  appliesBeyond: option(decimal(5, 30)),
  effect: constantFrom(...RULE_EFFECTS),
  stepping: constantFrom(...RULE_STEPPINGS),
  step: constantFrom(100, 300, 500, 1000, 1234).map((step) => step as Thousandths),
  rate: integer({ min: 1, max: 3_000 }),
  per: constantFrom(...RULE_QUANTITIES),
  band: option(array(decimal(5, 40), { minLength: 2, maxLength: 2 })),
  isPremium: constantFrom(false, false, true),
}).map(({ band, ...terms }): Omit<DiscountRule, 'id'> => {
  const [from = null, to = null] = band === null ? [] : band.toSorted((a, b) => a - b);
  const isPremium = terms.effect === 'DRY_MATTER' ? terms.direction === 'BELOW' : terms.isPremium;
  return { ...terms, isPremium, isBoolean: false, bandFrom: from, bandTo: to, refuseAt: null };
});

const aSettlement = record({
  rules: array(aRule, { maxLength: 5 }).map((rules) => rules.map((rule, id) => ({ ...rule, id }))),
  readings: record({
    1: decimal(0, 45),
    2: decimal(0, 45),
    3: option(decimal(0, 45)),
    4: decimal(0, 45),
  }).map(
    (values) => new Map(PARAMETERS.flatMap((id) => (values[id] === null ? [] : [[id, values[id]] as const]))),
  ),
  contractPrice: integer({ min: 10_000, max: 300_000 }).map(minorUnits),
  basisKg: integer({ min: 1, max: 60_000 }).map(kilograms),
}).map((values) => ({ ...values, qualityNorms: new Map<number, Thousandths>() }));

test('for random rules, settleQuality and an independent implementation return the same price and kilograms', () => {
  // The property returns a boolean, because a hundred thousand calls of expect would take most of the time.
  const { counterexample } = check(
    property(aSettlement, (input) => {
      const [actual, expected] = [settleQuality(input), settleRationally(input)];
      return actual.pricePerTonne === expected.pricePerTonne && actual.acceptedKg === expected.acceptedKg;
    }),
    { numRuns: 100_000 },
  );
  expect(counterexample).toBeNull();
});

const money = ({ lines }: ReturnType<typeof settleQuality>) =>
  new Map(lines.filter(({ rule }) => !changesWeight(rule)).map((line) => [line.rule.id, line.pricePerTonne]));

test('the price effect of each price rule does not depend on the order of the price rules', () => {
  const shuffled = aSettlement.chain((input) => {
    const prices = input.rules.filter((rule) => !changesWeight(rule));
    const weights = input.rules.filter(changesWeight);
    return shuffledSubarray(prices, { minLength: prices.length }).map((order) => ({
      input,
      other: { ...input, rules: [...order, ...weights] },
    }));
  });
  assert(
    property(shuffled, ({ input, other }) => {
      expect(money(settleQuality(other))).toEqual(money(settleQuality(input)));
    }),
    { numRuns: 5_000 },
  );
});

test('without premiums, a worse reading raises neither the price nor the kilograms, and the kilograms never exceed the weight', () => {
  const worse = record({
    input: aSettlement,
    by: decimal(0, 5),
    direction: constantFrom(...RULE_DIRECTIONS),
  });
  assert(
    property(worse, ({ input, by, direction }) => {
      // All amounts are per accepted tonne: the effect of an amount per tonne of the weight basis would also
      // depend on the accepted kilograms, which the readings change.
      const rules = input.rules
        .filter((rule) => !rule.isPremium && rule.direction === direction)
        .map((rule) => ({ ...rule, per: 'ACCEPTED' as const }));
      const readings = new Map(
        [...input.readings].map(([id, value]) => [
          id,
          (direction === 'ABOVE' ? value + by : value - by) as Thousandths,
        ]),
      );
      const before = settleQuality({ ...input, rules });
      const after = settleQuality({ ...input, rules, readings });
      expect(after.pricePerTonne).toBeLessThanOrEqual(before.pricePerTonne);
      expect(after.acceptedKg).toBeLessThanOrEqual(before.acceptedKg ?? 0);
      expect(before.acceptedKg).toBeLessThanOrEqual(input.basisKg);
    }),
    { numRuns: 5_000 },
  );
});
