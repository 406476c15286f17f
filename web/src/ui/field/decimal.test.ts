import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import {
  clampDecimal,
  decimalToWhole,
  normalizeDecimal,
  padDecimal,
  roundDecimal,
  showDecimal,
  trimDecimal,
  wholeToDecimal,
} from './decimal.ts';

test.each([
  ['12.', '12'],
  ['012.50', '12.50'],
  ['.5', '0.5'],
  ['-', ''],
  ['', ''],
  ['0', '0'],
])('the typed number %j is normalized to %j', (typed, settled) => {
  expect(normalizeDecimal(typed)).toBe(settled);
});

test('decimalToWhole returns an exact whole number, or null for an empty text or too many decimals', () => {
  expect(decimalToWhole('0.001', 3)).toBe(1);
  expect(decimalToWhole('1234.5', 3)).toBe(1_234_500);
  expect(decimalToWhole('8.7', 2)).toBe(870);
  expect(decimalToWhole('-0.5', 3)).toBe(-500);
  expect(decimalToWhole('1.23456', 3)).toBeNull();
  expect(decimalToWhole('', 3)).toBeNull();
});

test('every whole number is the same after a conversion to decimal text and back', () => {
  assert(
    property(integer(), constantFrom(2, 3), (whole, places) => {
      expect(decimalToWhole(wholeToDecimal(whole, places), places)).toBe(whole === 0 ? 0 : whole);
    }),
  );
});

test.each([
  ['5.125', '5.13'],
  ['-5.125', '-5.13'],
  ['5.1249', '5.12'],
  ['0.999', '1'],
  ['5.1', '5.1'],
  ['', ''],
])('rounding %j to two decimals gives %j', (text, rounded) => {
  expect(roundDecimal(text, 2)).toBe(rounded);
});

test('a decimal number is shown with grouped thousands and a decimal comma', () => {
  expect(showDecimal('1234567.5').replaceAll('\u00a0', ' ')).toBe('1 234 567,5');
});

test('a value outside its limits changes to the nearest limit, and the result states the direction', () => {
  expect(clampDecimal('30', 0, 25)).toEqual({ value: '25', moved: 'lowered' });
  expect(clampDecimal('0.2', 0.5, 25)).toEqual({ value: '0.5', moved: 'raised' });
  expect(clampDecimal('12', 0, 25)).toEqual({ value: '12', moved: null });
  expect(clampDecimal('', 1, 25)).toEqual({ value: '', moved: null });
});

test.each([
  ['12.5', 3, '12.500'],
  ['-1234', 2, '-1234.00'],
  ['7', 0, '7'],
  ['', 3, ''],
])('padding %j to %d decimals gives %j, and trimming restores the original text', (text, places, padded) => {
  expect(padDecimal(text, places)).toBe(padded);
  expect(trimDecimal(padded)).toBe(text);
});

test('trimming removes zeros at the end of decimals, but keeps the zeros of whole numbers', () => {
  expect(['100', '100.50', '0.000', '20.0'].map(trimDecimal)).toEqual(['100', '100.5', '0', '20']);
});
