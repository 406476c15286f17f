import { expect, it } from 'vitest';
import {
  parseDecimal,
  parseMoment,
  parseReading,
  parseTime,
  parseWeight,
  suggestedUnit,
} from './cell-values.ts';

it.each([
  ['24860', 24_860],
  ['24 860', 24_860],
  ['24\u00a0860,5', 24_860.5],
  ['24,86', 24.86],
  ['24.860', 24.86],
  ['24.860,00', 24_860],
  ['24,860.00', 24_860],
  ['1.024.860', 1_024_860],
  ['1,024,860', 1_024_860],
  ["24'860", 24_860],
  ['-20', -20],
  ['', null],
  ['24,86 t', null],
  ['dwa', null],
])('the cell "%s" is parsed as the decimal %s', (text, value) => {
  expect(parseDecimal(text)).toBe(value);
});

it('the cell of a weight may contain a unit', () => {
  expect(parseWeight('24 860 kg')).toEqual({ value: 24_860, unit: 'kg' });
  expect(parseWeight('24,86 t')).toEqual({ value: 24.86, unit: 't' });
  expect(parseWeight('24,86 Mg')).toEqual({ value: 24.86, unit: 't' });
  expect(parseWeight('24860')).toEqual({ value: 24_860, unit: null });
  expect(parseWeight('brak')).toBeNull();
});

it('weights below 100 suggest tonnes, larger weights suggest kilograms, and zero suggests no unit', () => {
  expect([24.86, 25, 99, 100, 860, 24_860, 24_860.5, 0].map(suggestedUnit)).toEqual([
    't',
    't',
    't',
    'kg',
    'kg',
    'kg',
    'kg',
    null,
  ]);
});

it.each([
  ['14,5%', 14.5],
  ['14,5 %', 14.5],
  ['78,2 kg/hl', 78.2],
  ['-0,5', -0.5],
  ['tak', true],
  ['Nie', false],
  ['', undefined],
  ['-', undefined],
  ['<0,5', null],
  ['w normie', null],
])('the cell "%s" is parsed as the reading %s', (text, value) => {
  expect(parseReading(text)).toBe(value);
});

it.each([
  ['8:10', '08:10'],
  ['08.10', '08:10'],
  ['08:10:30', '08:10'],
  ['0,340277777777778', '08:10'],
  ['0,75', '18:00'],
  ['24:10', null],
  ['rano', null],
])('the cell "%s" is parsed as the time %s', (text, time) => {
  expect(parseTime(text)).toBe(time);
});

it.each([
  ['25.11.26', { day: '2026-11-25' }],
  ['25/11/2026', { day: '2026-11-25' }],
  ['25-11-2026', { day: '2026-11-25' }],
  ['2026-11-25T08:10:00', { day: '2026-11-25', time: '08:10' }],
  ['25.11.2026 8:10', { day: '2026-11-25', time: '08:10' }],
  ['śr. 25.11.2026', { day: '2026-11-25' }],
  ['25.11.2026 r.', { day: '2026-11-25' }],
  ['46351', { day: '2026-11-25' }],
  ['46351,340277777777778', { day: '2026-11-25', time: '08:10' }],
  ['25.11', { day: '2026-11-25' }],
  ['2.01', { day: '2027-01-02' }],
  ['31.02.2026', null],
  ['wczoraj', null],
])('the cell "%s" is parsed as the moment %j', (text, moment) => {
  expect(parseMoment(text, '2026-11-27')).toEqual(moment);
});
