import { describe, expect, test } from 'vitest';
import { checkKey, parseGrouped, parsePaste } from './number-input-rules.ts';
import { NUMBER_TEXTS } from './number-texts.ts';

const TONNES = { decimals: 3, allowNegative: false };
const MONEY = { decimals: 2, allowNegative: false };
const atEnd = (text: string) => ({ text, start: text.length, end: text.length });

describe('a typed key', () => {
  test.each(['0', '9', ' ', ',', '.'])('the key %j is accepted after a digit', (key) => {
    expect(checkKey(key, atEnd('12'), TONNES)).toEqual({ kind: 'accepted' });
  });
  test.each(['e', '+', '-', 'x'])('the key %j is rejected with a message after a digit', (key) => {
    expect(checkKey(key, atEnd('1'), TONNES)).toEqual({
      kind: 'rejected',
      note: NUMBER_TEXTS.keyRejected(key),
    });
  });
  test('a minus sign is accepted at the start of a field that allows negative numbers', () => {
    expect(checkKey('-', atEnd(''), { ...MONEY, allowNegative: true })).toEqual({ kind: 'accepted' });
  });
  test('a digit after the last allowed decimal place is rejected with a message', () => {
    expect(checkKey('5', atEnd('812,55'), MONEY)).toEqual({
      kind: 'rejected',
      note: NUMBER_TEXTS.decimalsCut(2),
    });
    expect(checkKey('5', { text: '812,55', start: 1, end: 1 }, MONEY)).toEqual({ kind: 'accepted' });
    expect(checkKey('5', { text: '812,55', start: 0, end: 6 }, MONEY)).toEqual({ kind: 'accepted' });
  });
  test('a second decimal separator is rejected with a message', () => {
    expect(checkKey(',', atEnd('1,250'), TONNES)).toEqual({
      kind: 'rejected',
      note: NUMBER_TEXTS.keyRejected(','),
    });
  });
  test.each([
    ['1.250,5', '1250.5'],
    ['1,250.5', '1250.5'],
    ['1.250.000,5', '1250000.5'],
  ])(
    'the typed %s is parsed with a thousands separator in fields with two and with three decimals',
    (typed, value) => {
      for (const rules of [MONEY, TONNES])
        expect(parseGrouped(typed, rules)).toEqual({ kind: 'replaced', value, note: null });
    },
  );
  test.each(['1.25,5', '0.250,5', '1.250', '1.250,', '1.250.5'])(
    'the typed %s is not parsed as a number with a thousands separator',
    (typed) => {
      expect(parseGrouped(typed, MONEY)).toBeUndefined();
    },
  );
});

describe('pasted text', () => {
  test.each([
    ['1250', '1250'],
    ['1 234,50', '1234.50'],
    ['1\u00a0234,50 zł/t', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1.234.567', '1234567'],
    ['25,5 t', '25.5'],
    ['25,5 t.', '25.5'],
    ['25 ton', '25'],
    ['25,5\r\n', '25.5'],
    ['\t25,5\t', '25.5'],
    ['1,234,567.5', '1234567.5'],
    ['25,', '25'],
    ['1 234,50 zł/t.', '1234.50'],
    ['.5', '0.5'],
    ['007', '7'],
    ['1e3', '1000'],
    ['1,5e3', '1500'],
    ['25e-1', '2.5'],
  ])('pasting %j gives %s', (pasted, value) => {
    expect(parsePaste(pasted, TONNES)).toEqual({ kind: 'replaced', value, note: null });
  });
  test('excess decimals are cut off, with a message unless they are zeros', () => {
    expect(parsePaste('12,3456', TONNES)).toEqual({
      kind: 'replaced',
      value: '12.345',
      note: NUMBER_TEXTS.decimalsCut(3),
    });
    expect(parsePaste('12,3450', TONNES)).toMatchObject({ value: '12.345', note: null });
  });
  test.each([
    ['1.250', MONEY],
    ['1,250 zł', MONEY],
    ['999.999', MONEY],
    ['25.500 kg', { ...TONNES, unit: 't' }],
    ['25,000 kg', { ...TONNES, unit: 't' }],
  ])(
    '%s is rejected with a message, because the separator may mean thousands or decimals',
    (pasted, rules) => {
      expect(parsePaste(pasted, rules)).toEqual({ kind: 'rejected', note: NUMBER_TEXTS.pasteUnclear });
    },
  );
  test.each([
    ['0,250', '0.25'],
    ['1250,500', '1250.50'],
    ['1.250,00', '1250.00'],
    ['812.55', '812.55'],
  ])('%s becomes %s in a money field', (pasted, value) => {
    expect(parsePaste(pasted, MONEY)).toMatchObject({ kind: 'replaced', value });
  });
  test('the point in a pasted "12.500 %" is a decimal point in a field of percent', () => {
    expect(parsePaste('12.500 %', { ...MONEY, unit: '%' })).toMatchObject({
      kind: 'replaced',
      value: '12.50',
    });
  });
  test.each(['', 'pszenica', '12-05', '1e3e3', '-5', 'abc 12'])('%j is rejected with a message', (pasted) => {
    expect(parsePaste(pasted, MONEY)).toEqual({ kind: 'rejected', note: NUMBER_TEXTS.pasteRejected });
  });
  test.each([
    ['25 000 kg', '25.000'],
    ['25000KG', '25.000'],
    ['24\u00a0640\u00a0kg ', '24.640'],
    ['7 kg', '0.007'],
    ['1.234.567 kg', '1234.567'],
    ['9007199254740993 kg', '9007199254740.993'],
  ])('%s becomes %s in a field of tonnes', (pasted, value) => {
    expect(parsePaste(pasted, { ...TONNES, unit: 't' })).toEqual({ kind: 'replaced', value, note: null });
  });
  test.each([
    ['25 000 kg', 'zł/t'],
    ['25 000 kg', '%'],
    ['25 000 kg', undefined],
    ['25,5 kg', 't'],
    ['2 zł/kg', 't'],
    ['kg', 't'],
  ])('%s is rejected with a message in a field with the unit %s', (pasted, unit) => {
    expect(parsePaste(pasted, { ...TONNES, unit })).toEqual({
      kind: 'rejected',
      note: NUMBER_TEXTS.pasteRejected,
    });
  });
  test.each([
    '12,5\t13,5',
    '25\t26',
    '25\n26',
    '25 \r\n 26',
    '12,5 13,5',
    '1,2,3',
    '12.5,13',
    '1234.567.890',
  ])('%j is rejected with a message, because it is not exactly one number', (pasted) => {
    expect(parsePaste(pasted, TONNES)).toEqual({ kind: 'rejected', note: NUMBER_TEXTS.pasteRejected });
  });
  test('a pasted minus sign is kept where negative numbers are allowed', () => {
    expect(parsePaste('\u22125,5', { ...MONEY, allowNegative: true })).toMatchObject({ value: '-5.5' });
  });
});
