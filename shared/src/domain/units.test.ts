import { assert, bigInt, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideHalfUp, kilograms, lineAmount, minorUnits } from './units.ts';

describe('whole units', () => {
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'kilograms and minorUnits throw for %s',
    (value) => {
      expect(() => kilograms(value)).toThrow(RangeError);
      expect(() => minorUnits(value)).toThrow(RangeError);
    },
  );
});

describe('the amount of a line', () => {
  test.each([
    // 24,860 kg at 812.50 zł/t is 20,198.75 zł.
    [24_860, 81_250, 2_019_875],
    // 1 kg at 5.00 zł/t is half a grosz.
    [1, 500, 1],
    [1, 499, 0],
    [3, 500, 2],
    [0, 81_250, 0],
    [24_860, 0, 0],
    // The product exceeds the largest exact integer of a floating-point number.
    [9_007_199_254_741, 1_001, 9_016_206_453_996],
  ])('%i kg at %i minor units per tonne amount to %i', (kg, price, amount) => {
    expect(lineAmount(kilograms(kg), minorUnits(price))).toBe(amount);
  });

  test('the amount differs from the exact amount by at most half a minor unit, and half rounds up', () => {
    const kg = integer({ min: 0, max: 10_000_000 });
    const price = integer({ min: 0, max: 10_000_000 });
    assert(
      property(kg, price, (quantity, perTonne) => {
        const amount = BigInt(lineAmount(kilograms(quantity), minorUnits(perTonne)));
        const twiceOff = 2n * (amount * 1000n - BigInt(quantity) * BigInt(perTonne));
        expect(twiceOff > -1000n && twiceOff <= 1000n).toBe(true);
      }),
    );
  });

  test('at a price of one minor unit per tonne, half a minor unit rounds up and less rounds down', () => {
    for (let thousandths = 0; thousandths < 3_000; thousandths++) {
      const whole = Math.floor(thousandths / 1000);
      const rounded = thousandths % 1000 >= 500 ? whole + 1 : whole;
      expect(lineAmount(kilograms(thousandths), minorUnits(1))).toBe(rounded);
    }
  });
});

describe('divideHalfUp', () => {
  test('a negative half rounds away from zero, symmetric to a positive half', () => {
    expect(divideHalfUp(-5n, 10n)).toBe(-1);
    expect(divideHalfUp(-4n, 10n)).toBe(0);
    const figure = bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    const divisor = bigInt({ min: 1n, max: 10_000n });
    assert(
      property(figure, divisor, (n, d) => {
        expect(divideHalfUp(n, d) + divideHalfUp(-n, d)).toBe(0);
        expect(divideHalfUp(n, d)).toBe(divideHalfUp(-n, -d));
      }),
    );
  });
});
