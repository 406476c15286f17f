import { describe, expect, it } from 'vitest';
import { NEW_RULE, type RuleValues, toDiscountRule } from './rule-values.ts';
import { unevenBandWarning } from './uneven-band.ts';

const parameters = [{ id: 1, rawMaterialId: 9, name: 'Wilgotność', type: 'NUMBER' as const, unit: '%' }];

function warningOf(typed: Partial<RuleValues>): string | null {
  const rule = toDiscountRule({ ...NEW_RULE, parameterId: 1, amount: 1000, ...typed }, 0, parameters);
  if (rule === null) throw new Error('the rule is incomplete');
  return unevenBandWarning(rule);
}

describe('the warning about a band that is not a whole number of steps', () => {
  it('a band of one and a half steps has a warning that depends on the stepping', () => {
    const band = { bandFrom: '14.5', bandTo: '16', step: '1' };
    expect(warningOf(band)).toBe(
      'Przedział 1,5 nie jest całkowitą liczbą kroków po 1. Ostatni, niepełny krok policzy się jak pełny.',
    );
    expect(warningOf({ ...band, stepping: 'FULL' })).toMatch(/niepełny krok nie policzy się wcale\.$/);
    expect(warningOf({ ...band, stepping: 'PROPORTIONAL' })).toBeNull();
    expect(warningOf({ ...band, step: '0.5' })).toBeNull();
  });

  it('the width of a band is measured from the norm, for readings above and below the norm', () => {
    expect(warningOf({ norm: '14.5', bandTo: '16', step: '1' })).not.toBeNull();
    expect(warningOf({ norm: '14.5', bandFrom: '14', bandTo: '16', step: '0.5' })).toBeNull();
    const below = { direction: 'BELOW' as const, norm: '72', step: '1' };
    expect(warningOf({ ...below, bandFrom: '70.5' })).not.toBeNull();
    expect(warningOf({ ...below, bandFrom: '70' })).toBeNull();
  });

  it('a band without a limit at one end, neither a bound nor the norm, has no warning', () => {
    expect(warningOf({ norm: '14.5', step: '1' })).toBeNull();
    expect(warningOf({ bandTo: '16', step: '0.3' })).toBeNull();
  });
});
