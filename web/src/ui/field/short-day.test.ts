import { expect, test } from 'vitest';
import { parseShortDay } from './short-day.ts';

test.each([
  ['26.11', '2026-11-26'],
  ['26.11.', '2026-11-26'],
  ['26/11', '2026-11-26'],
  ['2-12', '2026-12-02'],
  ['2 12', '2026-12-02'],
  ['2611', '2026-11-26'],
  // the nearest date, also in another year
  ['2.1', '2027-01-02'],
  ['30.5', '2026-05-30'],
  ['20.5', '2027-05-20'],
  ['29.2', null],
  ['31.11', null],
  ['5', null],
  ['12', null],
  ['261', null],
  ['26.11.2', null],
  ['jutro', null],
])('%s without a year, typed on 25 November 2026, is %s', (typed, day) => {
  expect(parseShortDay(typed, '2026-11-25')).toBe(day);
});

test('29 February without a year is in the nearest leap year', () => {
  expect(parseShortDay('29.2', '2027-11-25')).toBe('2028-02-29');
});
