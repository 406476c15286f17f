import { describe, expect, it } from 'vitest';
import { NEW_RULE, type RuleValues, ruleRequest, rulesSchema, ruleValuesOf } from './rule-values.ts';

const parameters = [
  { id: 1, rawMaterialId: 9, name: 'Wilgotność', type: 'NUMBER' as const, unit: '%' },
  { id: 2, rawMaterialId: 9, name: 'Szkodniki', type: 'BOOLEAN' as const, unit: null },
];
const schema = rulesSchema(parameters);
const rule = (typed: Partial<RuleValues>): RuleValues => ({ ...NEW_RULE, parameterId: 1, ...typed });
const requestOf = (typed: Partial<RuleValues>) =>
  schema.parse([rule(typed)]).map((one) => ruleRequest(one, parameters))[0];
const errorsOf = (...rules: Partial<RuleValues>[]) =>
  (schema.safeParse(rules.map(rule)).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('the request of a rule', () => {
  it('an amount is sent in minor units, and a percentage as a decimal number', () => {
    expect(requestOf({ norm: '14.5', amount: 1000, step: '0.5' })).toMatchObject({
      norm: 14.5,
      rate: 1000,
      step: 0.5,
      stepping: 'STARTED',
      per: 'ACCEPTED',
      isPremium: false,
    });
    expect(requestOf({ effect: 'PRICE_PERCENT', percent: '1.125' })).toMatchObject({ rate: 1.125 });
  });

  it('the request omits fields that the effect or the type of the parameter does not use', () => {
    expect(
      requestOf({ effect: 'DRY_MATTER', norm: '14', amount: 1000, bandFrom: '3', direction: 'BELOW' }),
    ).toEqual({ parameterId: 1, direction: 'BELOW', effect: 'DRY_MATTER', norm: 14, isPremium: true });
    expect(requestOf({ parameterId: 2, amount: 500, norm: '3', refuseAt: '4', bandTo: '5' })).toEqual({
      parameterId: 2,
      direction: 'ABOVE',
      effect: 'PRICE_AMOUNT',
      rate: 500,
      per: 'ACCEPTED',
      isPremium: false,
    });
  });

  it('a stored rule that is not changed is sent with the stored values', () => {
    const stored = {
      id: 7,
      parameterId: 1,
      direction: 'ABOVE' as const,
      norm: 14.5,
      appliesBeyond: 15,
      effect: 'WEIGHT_PERCENT' as const,
      stepping: 'FULL' as const,
      step: 0.5,
      rate: 1.2,
      per: 'ACCEPTED' as const,
      bandFrom: null,
      bandTo: 18,
      refuseAt: 20.125,
      isPremium: false,
    };
    const { per: _per, bandFrom: _open, ...sent } = stored;
    expect(requestOf(ruleValuesOf(stored))).toEqual(sent);
  });
});

describe('the errors of rules', () => {
  it('each empty field that the effect of the rule requires has an error', () => {
    expect(errorsOf({ parameterId: null, step: '' })).toEqual(['0.parameterId', '0.amount', '0.step']);
    expect(errorsOf({ effect: 'WEIGHT_PERCENT' })).toEqual(['0.percent']);
    expect(errorsOf({ effect: 'DRY_MATTER' })).toEqual([]);
  });

  it('a rate of zero and a step of zero have an error', () => {
    expect(errorsOf({ amount: 0, step: '0' })).toEqual(['0.amount', '0.step']);
    expect(errorsOf({ effect: 'PRICE_PERCENT', percent: '0' })).toEqual(['0.percent']);
  });

  it('overlapping bands have an error; adjacent bands have none', () => {
    const first = { amount: 1000, bandTo: '16' };
    expect(errorsOf(first, { amount: 2000, bandFrom: '16' })).toEqual([]);
    expect(errorsOf(first, { amount: 2000, bandFrom: '15' })).toEqual(['1.bandFrom']);
    expect(errorsOf({ effect: 'DRY_MATTER' }, { effect: 'DRY_MATTER' })).toEqual(['1.parameterId']);
  });
});
