import { describe, expect, it } from 'vitest';
import {
  type DiscountRule,
  decidingReadings,
  findRuleErrors,
  type ReadingValue,
  thousandths,
} from './discount-rule.ts';
import { type QualityInput, settleQuality } from './quality-settlement.ts';
import { kilograms, minorUnits } from './units.ts';

type RuleTerms = Partial<
  Omit<DiscountRule, 'norm' | 'appliesBeyond' | 'step' | 'bandFrom' | 'bandTo' | 'refuseAt'>
> &
  Partial<Record<'norm' | 'appliesBeyond' | 'step' | 'bandFrom' | 'bandTo' | 'refuseAt', number>>;

const decimal = (value: number | undefined) => (value === undefined ? null : thousandths(value));

/** Builds a rule. `rate` is in minor units for PRICE_AMOUNT and otherwise in per cent. */
function rule(id: number, { rate = 0, ...terms }: RuleTerms): DiscountRule {
  const effect = terms.effect ?? 'PRICE_AMOUNT';
  return {
    id,
    parameterId: terms.parameterId ?? id,
    isBoolean: terms.isBoolean ?? false,
    direction: terms.direction ?? 'ABOVE',
    norm: decimal(terms.norm),
    appliesBeyond: decimal(terms.appliesBeyond),
    effect,
    stepping: terms.stepping ?? 'STARTED',
    step: thousandths(terms.step ?? 1),
    rate: effect === 'PRICE_AMOUNT' ? rate : thousandths(rate),
    per: terms.per ?? 'ACCEPTED',
    bandFrom: decimal(terms.bandFrom),
    bandTo: decimal(terms.bandTo),
    refuseAt: decimal(terms.refuseAt),
    isPremium: terms.isPremium ?? false,
  };
}

type Terms = {
  rules: readonly DiscountRule[];
  readings: Record<number, number | boolean>;
  price: number;
  kg: number | null;
  norms?: Record<number, number>;
  overrides?: QualityInput['overrides'];
};

const value = (reading: number | boolean): ReadingValue =>
  typeof reading === 'boolean' ? reading : thousandths(reading);

function settle({ rules, readings, price, kg, norms = {}, overrides }: Terms) {
  return settleQuality({
    rules,
    readings: new Map(Object.entries(readings).map(([id, reading]) => [Number(id), value(reading)])),
    qualityNorms: new Map(Object.entries(norms).map(([id, norm]) => [Number(id), thousandths(norm)])),
    contractPrice: minorUnits(price),
    basisKg: kg === null ? null : kilograms(kg),
    ...(overrides && { overrides }),
  });
}

const prices = (terms: Terms) => settle(terms).lines.map(({ pricePerTonne }) => pricePerTonne);

const proportional = { stepping: 'PROPORTIONAL' } as const;
const dryMaize = rule(1, { norm: 14, effect: 'DRY_MATTER' });
const wetMaize = { readings: { 1: 27.4 }, price: 78_000, kg: 26_480 };

describe('the examples of customer quality.md', () => {
  it('each started per cent of moisture above the norm deducts 30 zł per tonne', () => {
    const rules = [rule(1, { norm: 14.5, rate: 3_000 })];
    expect(settle({ rules, readings: { 1: 16 }, price: 80_000, kg: 10_000 })).toMatchObject({
      lines: [{ pricePerTonne: -6_000, steps: 2_000 }],
      pricePerTonne: 74_000,
      acceptedKg: 10_000,
      amount: 740_000,
    });
  });

  it('wheat has deductions for moisture, impurities and test weight', () => {
    const rules = [
      rule(1, { norm: 14.5, rate: 1_000, step: 0.5 }),
      rule(2, { norm: 2, effect: 'PRICE_PERCENT', rate: 1, ...proportional }),
      rule(3, { norm: 72, direction: 'BELOW', rate: 500 }),
    ];
    const wheat = { rules, readings: { 1: 15.6, 2: 3.4, 3: 70.5 }, price: 82_000, kg: 25_060 };
    expect(prices(wheat)).toEqual([-3_000, -1_148, -1_000]);
    expect(settle(wheat)).toMatchObject({ pricePerTonne: 76_852, amount: 1_925_911 });
  });

  it('rape has a deduction for admixtures and a premium for oil', () => {
    const rules = [
      rule(1, { norm: 2, effect: 'PRICE_PERCENT', rate: 1, ...proportional }),
      rule(2, { norm: 40, effect: 'PRICE_PERCENT', rate: 1.5, isPremium: true, ...proportional }),
    ];
    const rape = { rules, readings: { 1: 3.1, 2: 43.2 }, price: 215_000, kg: 24_720 };
    expect(prices(rape)).toEqual([-2_365, 10_320]);
    expect(settle(rape)).toMatchObject({ pricePerTonne: 222_955, amount: 5_511_448 });
  });

  it('the accepted kilograms of wet maize are calculated from its dry matter', () => {
    expect(settle({ rules: [dryMaize], ...wetMaize })).toMatchObject({
      acceptedKg: 22_354,
      amount: 1_743_612,
    });
    expect(
      settle({
        rules: [rule(1, { norm: 14, effect: 'DRY_MATTER' })],
        readings: { 1: 30 },
        price: 1,
        kg: 1_000,
      }),
    ).toMatchObject({ acceptedKg: 814 });
  });

  it('a rule can deduct a percentage of the weight of wet maize for each per cent of moisture', () => {
    const rules = [rule(1, { norm: 14, effect: 'WEIGHT_PERCENT', rate: 1.2, ...proportional })];
    expect(settle({ rules, ...wetMaize }).acceptedKg).toBe(22_222);
  });

  it('price rules use the kilograms that remain after the weight rules', () => {
    const rules = [
      rule(2, { norm: 2, effect: 'PRICE_PERCENT', rate: 1, ...proportional }),
      dryMaize,
      rule(3, { norm: 5, rate: 50, step: 0.5 }),
    ];
    const maize = { rules, ...wetMaize, readings: { 1: 27.4, 2: 3.2, 3: 6.5 } };
    expect(prices(maize)).toEqual([-936, 0, -150]);
    expect(settle(maize)).toMatchObject({ acceptedKg: 22_354, pricePerTonne: 76_914, amount: 1_719_336 });
  });

  it('a drying rule per BASIS charges each tonne of the weight before deductions', () => {
    const drying = rule(2, { parameterId: 1, norm: 14, rate: 800, per: 'BASIS', ...proportional });
    const maize = { rules: [dryMaize, drying], ...wetMaize };
    expect(prices(maize)).toEqual([0, -12_699]);
    expect(settle(maize)).toMatchObject({ pricePerTonne: 65_301, amount: 1_459_739 });
  });

  it('a rule that applies beyond 15 with the norm 14.5 counts its steps from 14.5', () => {
    const rules = [rule(1, { norm: 14.5, appliesBeyond: 15, rate: 1_000, step: 0.5 })];
    const reading = (value: number) => prices({ rules, readings: { 1: value }, price: 80_000, kg: 1_000 });
    expect([reading(15), reading(15.2)]).toEqual([[0], [-2_000]]);
  });
});

describe('the details of the arithmetic', () => {
  it('each band counts the part of a reading inside the band; a reading equal to the norm has no step', () => {
    const rules = [
      rule(1, { norm: 14.5, bandTo: 16, rate: 100, ...proportional }),
      rule(2, { parameterId: 1, norm: 14.5, bandFrom: 16, rate: 300, ...proportional }),
    ];
    const reading = (value: number) => prices({ rules, readings: { 1: value }, price: 80_000, kg: 1_000 });
    expect([reading(14.5), reading(16), reading(17.5)]).toEqual([
      [0, 0],
      [-150, 0],
      [-150, -450],
    ]);
  });

  it('the stepping FULL counts only complete steps', () => {
    const rules = [rule(1, { norm: 14, stepping: 'FULL', step: 0.5, rate: 100 })];
    expect(prices({ rules, readings: { 1: 15.4 }, price: 80_000, kg: 1_000 })).toEqual([-200]);
  });

  it('a rule for a BOOLEAN parameter applies once, ABOVE for "Tak" and BELOW for "Nie"', () => {
    const live = rule(1, { isBoolean: true, rate: 500 });
    const certified = rule(2, { isBoolean: true, direction: 'BELOW', rate: 700 });
    const terms = { rules: [live, certified], price: 80_000, kg: 1_000 };
    expect(prices({ ...terms, readings: { 1: true, 2: true } })).toEqual([-500, 0]);
    expect(prices({ ...terms, readings: { 1: false, 2: false } })).toEqual([0, -700]);
    expect(settle({ ...terms, readings: {} })).toMatchObject({ missing: [1, 2], withoutNorm: [] });
  });

  it('a rule without a norm uses the norm of the quality, and is reported when the quality has no norm either', () => {
    const rules = [rule(1, { rate: 1_000 }), rule(2, { parameterId: 1, rate: 1_000, direction: 'BELOW' })];
    const terms = { rules, readings: { 1: 16 }, price: 80_000, kg: 1_000 };
    expect(settle({ ...terms, norms: { 1: 14.5 } })).toMatchObject({
      pricePerTonne: 78_000,
      withoutNorm: [],
    });
    expect(settle(terms)).toMatchObject({ lines: [], withoutNorm: [1], missing: [] });
  });

  it('a reading beyond the acceptance limit is reported, and a reading equal to the limit is not', () => {
    const rules = [rule(1, { norm: 14, rate: 100, refuseAt: 18 })];
    const at = (value: number) => settle({ rules, readings: { 1: value }, price: 80_000, kg: 1_000 }).refused;
    expect([at(18), at(18.1)]).toEqual([[], [1]]);
  });

  it('without a weight basis the accepted kilograms and the amount are null', () => {
    const rules = [dryMaize, rule(2, { norm: 2, rate: 100 })];
    expect(settle({ rules, readings: { 1: 20, 2: 3 }, price: 80_000, kg: null })).toMatchObject({
      acceptedKg: null,
      amount: null,
      pricePerTonne: 79_900,
    });
  });

  it('an override replaces the calculated value of a rule', () => {
    const drying = rule(2, { parameterId: 1, norm: 14, rate: 800, per: 'BASIS', ...proportional });
    const overrides = new Map([
      [1, { quantityKg: -4_000 }],
      [2, { pricePerTonne: minorUnits(-10_000) }],
    ]);
    expect(settle({ rules: [dryMaize, drying], ...wetMaize, overrides })).toMatchObject({
      acceptedKg: 22_480,
      pricePerTonne: 68_000,
    });
  });

  it('moisture below the norm of a dry matter rule is paid as a premium', () => {
    const rules = [rule(1, { norm: 14, direction: 'BELOW', effect: 'DRY_MATTER', isPremium: true })];
    expect(settle({ rules, readings: { 1: 12 }, price: 1, kg: 10_000 }).acceptedKg).toBe(10_233);
  });
});

const errors = (...rules: DiscountRule[]) =>
  findRuleErrors(rules).map(({ index, field, code }) => `${index} ${field} ${code}`);

describe('invalid discount tables', () => {
  it('bands of rules for the same parameter, direction and effect may touch but not overlap', () => {
    const first = rule(1, { norm: 14, rate: 1, bandTo: 16 });
    expect(errors(first, rule(2, { parameterId: 1, norm: 14, rate: 1, bandFrom: 16 }))).toEqual([]);
    expect(errors(first, rule(2, { parameterId: 1, norm: 14, rate: 1, bandFrom: 15.9 }))).toEqual([
      '1 bandFrom VALUE_IS_DUPLICATED',
    ]);
  });

  it('a rule needs a positive step and rate, and its band must end after it starts', () => {
    expect(errors(rule(1, { norm: 14, step: 0, bandFrom: 17, bandTo: 16 }))).toEqual([
      '0 rate VALUE_IS_WRONG',
      '0 step VALUE_IS_WRONG',
      '0 bandFrom VALUE_IS_WRONG',
    ]);
  });

  it('a dry matter rule needs a norm below 100; with the direction BELOW it must be a premium; it cannot be repeated', () => {
    expect(errors(rule(1, { norm: 100, effect: 'DRY_MATTER' }))).toEqual(['0 norm VALUE_IS_WRONG']);
    expect(errors(rule(1, { norm: 14, effect: 'DRY_MATTER', direction: 'BELOW' }))).toEqual([
      '0 direction VALUE_IS_WRONG',
    ]);
    expect(errors(rule(1, { effect: 'DRY_MATTER', isBoolean: true }))).toEqual(['0 effect VALUE_IS_WRONG']);
    expect(errors(dryMaize, { ...dryMaize, id: 2 })).toEqual(['1 bandFrom VALUE_IS_DUPLICATED']);
  });
});

describe('the readings that a settlement uses', () => {
  const loading = { parameterId: 1, source: 'LOADING', value: 13 } as const;
  const own = { parameterId: 1, source: 'RECIPIENT', value: 14 } as const;
  const other = { parameterId: 2, source: 'RECIPIENT', value: 2 } as const;
  const arbiter = { parameterId: 1, source: 'ARBITER', value: 16.1 } as const;

  it("a settlement uses the readings of the contract's source; a reading of the arbiter replaces the reading of the same parameter", () => {
    expect(decidingReadings([loading, own, other], 'RECIPIENT')).toEqual([own, other]);
    expect(decidingReadings([loading, own, arbiter, other], 'RECIPIENT')).toEqual([arbiter, other]);
    expect(decidingReadings([loading, own, arbiter, other], 'LOADING')).toEqual([arbiter]);
    expect(decidingReadings([loading, own, other], 'ARBITER')).toEqual([]);
  });
});
