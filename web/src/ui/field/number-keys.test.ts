import { describe, expect, test } from 'vitest';
import { UI_TEXTS } from '../texts.ts';
import { judgeKey, judgePaste } from './number-keys.ts';

const TONNES = { decimals: 3, allowNegative: false };
const MONEY = { decimals: 2, allowNegative: false };
const atEnd = (text: string) => ({ text, start: text.length, end: text.length });

describe('a key', () => {
  test.each(['0', '9', ' ', ',', '.'])('%s is taken where a number goes on', (key) => {
    expect(judgeKey(key, atEnd('12'), TONNES)).toEqual({ kind: 'taken' });
  });
  test.each(['e', '+', '-', 'x'])('%s is left, and told', (key) => {
    expect(judgeKey(key, atEnd('1'), TONNES)).toEqual({ kind: 'left', note: UI_TEXTS.keyLeft(key) });
  });
  test('a sign is taken where it may stand', () => {
    expect(judgeKey('-', atEnd(''), { ...MONEY, allowNegative: true })).toEqual({ kind: 'taken' });
  });
  test('one decimal too many is left, and told', () => {
    expect(judgeKey('5', atEnd('812,55'), MONEY)).toEqual({ kind: 'left', note: UI_TEXTS.decimalsCut(2) });
    expect(judgeKey('5', { text: '812,55', start: 1, end: 1 }, MONEY)).toEqual({ kind: 'taken' });
    expect(judgeKey('5', { text: '812,55', start: 0, end: 6 }, MONEY)).toEqual({ kind: 'taken' });
  });
  test('a second separator makes the first one of thousands, or is left and told', () => {
    expect(judgeKey(',', atEnd('1,250'), TONNES)).toEqual({ kind: 'taken', after: '1250' });
    expect(judgeKey(',', atEnd('1,25'), TONNES)).toEqual({ kind: 'left', note: UI_TEXTS.keyLeft(',') });
    expect(judgeKey(',', atEnd('1,25'), MONEY)).toEqual({ kind: 'left', note: UI_TEXTS.keyLeft(',') });
  });
});

describe('a pasted text', () => {
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
  ])('%s becomes %s', (pasted, value) => {
    expect(judgePaste(pasted, TONNES)).toEqual({ kind: 'becomes', value, note: null });
  });
  test('loses decimals only when that is told', () => {
    expect(judgePaste('12,3456', TONNES)).toEqual({
      kind: 'becomes',
      value: '12.345',
      note: UI_TEXTS.decimalsCut(3),
    });
    expect(judgePaste('12,3450', TONNES)).toMatchObject({ value: '12.345', note: null });
  });
  test.each([
    ['1.250', MONEY],
    ['1,250 zł', MONEY],
    ['999.999', MONEY],
    ['25.500 kg', { ...TONNES, unit: 't' }],
    ['25,000 kg', { ...TONNES, unit: 't' }],
  ])('%s is left, and told, as it may be thousands or a fraction', (pasted, accepts) => {
    expect(judgePaste(pasted, accepts)).toEqual({ kind: 'left', note: UI_TEXTS.pasteUnclear });
  });
  test.each([
    ['0,250', '0.25'],
    ['1250,500', '1250.50'],
    ['1.250,00', '1250.00'],
    ['812.55', '812.55'],
  ])('%s becomes %s in a field of money', (pasted, value) => {
    expect(judgePaste(pasted, MONEY)).toMatchObject({ kind: 'becomes', value });
  });
  test('12.500 % is no thousand', () => {
    expect(judgePaste('12.500 %', { ...MONEY, unit: '%' })).toMatchObject({
      kind: 'becomes',
      value: '12.50',
    });
  });
  test.each(['', 'pszenica', '12-05', '1e3e3', '-5', 'abc 12'])('%s is left, and told', (pasted) => {
    expect(judgePaste(pasted, MONEY)).toEqual({ kind: 'left', note: UI_TEXTS.pasteLeft });
  });
  test.each([
    ['25 000 kg', '25.000'],
    ['25000KG', '25.000'],
    ['24\u00a0640\u00a0kg ', '24.640'],
    ['7 kg', '0.007'],
    ['1.234.567 kg', '1234.567'],
    ['9007199254740993 kg', '9007199254740.993'],
  ])('%s becomes %s in a field of tonnes', (pasted, value) => {
    expect(judgePaste(pasted, { ...TONNES, unit: 't' })).toEqual({ kind: 'becomes', value, note: null });
  });
  test.each([
    ['25 000 kg', 'zł/t'],
    ['25 000 kg', '%'],
    ['25 000 kg', undefined],
    ['25,5 kg', 't'],
    ['2 zł/kg', 't'],
    ['kg', 't'],
  ])('%s is left where the field has %s, and told', (pasted, unit) => {
    expect(judgePaste(pasted, { ...TONNES, unit })).toEqual({ kind: 'left', note: UI_TEXTS.pasteLeft });
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
  ])('%j is more than one figure, or none: left, and told', (pasted) => {
    expect(judgePaste(pasted, TONNES)).toEqual({ kind: 'left', note: UI_TEXTS.pasteLeft });
  });
  test('keeps its sign where one may stand', () => {
    expect(judgePaste('\u22125,5', { ...MONEY, allowNegative: true })).toMatchObject({ value: '-5.5' });
  });
});
