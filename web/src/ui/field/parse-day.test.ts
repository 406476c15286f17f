import { expect, test } from 'vitest';
import { isDay, parseDay, parseWholeDay } from './parse-day.ts';
import { parseShortDay } from './short-day.ts';

test.each([
  '05/11/2026',
  '5/11/2026',
  '5.11.26',
  '05.11.2026',
  '5-11-2026',
  '05112026',
  '051126',
  ' 5 11 2026 ',
  '2026-11-05',
  '2026/11/05',
  '05.11.2026 r.',
  '5.11.2026r',
])('%s is parsed as 5 November 2026', (typed) => {
  expect(parseDay(typed)).toBe('2026-11-05');
});

test.each([
  '',
  '31/02/2026',
  '29/02/2025',
  '12/31/2026',
  '5.11',
  '5.11.202',
  '0/1/2026',
  'jutro',
  '051120260',
])('%j is not a valid date', (typed) => {
  expect(parseDay(typed)).toBeNull();
});

test('29 February is valid in leap years', () => {
  expect(parseDay('29/02/2028')).toBe('2028-02-29');
  expect(parseDay('29.02.2000')).toBe('2000-02-29');
});

test('isDay accepts an existing day in the format YYYY-MM-DD and rejects every other text', () => {
  expect(isDay('2026-11-05')).toBe(true);
  expect(isDay('05/11/2026')).toBe(false);
  expect(isDay('2026-02-30')).toBe(false);
});

test.each([
  ['05/11/2026', '2026-11-05'],
  ['5.1.2026', '2026-01-05'],
  ['05112026', '2026-11-05'],
  ['2026-11-05', '2026-11-05'],
])('during typing, %s counts as a complete date', (typed, day) => {
  expect(parseWholeDay(typed)).toBe(day);
});

test.each(['05/11/20', '5.1.20', '051120', '2026-11-0', '2026-11-5', '31/02/2026'])(
  'during typing, %s does not count as a complete date',
  (typed) => {
    expect(parseWholeDay(typed)).toBeNull();
  },
);

test.each([
  ['26.11', '2026-11-26'],
  ['26.11.', '2026-11-26'],
  ['26/11', '2026-11-26'],
  ['2-12', '2026-12-02'],
  ['2 12', '2026-12-02'],
  ['2611', '2026-11-26'],
  // The nearest date may be in another year.
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
])('the short date %s, typed on 25 November 2026, is parsed as %s', (typed, day) => {
  expect(parseShortDay(typed, '2026-11-25')).toBe(day);
});

test('the short date 29.2 is parsed as a day in the nearest leap year', () => {
  expect(parseShortDay('29.2', '2027-11-25')).toBe('2028-02-29');
});
