import { expect, test } from 'vitest';
import {
  formatDate,
  formatDateRange,
  formatDateTime,
  formatMoney,
  formatPercent,
  formatPrice,
  formatRemaining,
  formatShortDate,
  formatTime,
  formatTonnes,
  formatWholeTonnes,
  today,
  untilTomorrow,
} from './format.ts';

const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

test('quantities are tonnes with three decimals and grouped thousands', () => {
  expect(spaced(formatTonnes(1_234_500))).toBe('1 234,500 t');
  expect(spaced(formatTonnes(0))).toBe('0,000 t');
  expect(spaced(formatTonnes(-25_001))).toBe('-25,001 t');
  expect(spaced(formatWholeTonnes(1_234_001))).toBe('1 235 t');
});

test('amounts have no decimals or two, prices always two', () => {
  expect(spaced(formatMoney(125_000))).toBe('1 250 zł');
  expect(spaced(formatMoney(81_250))).toBe('812,50 zł');
  expect(spaced(formatPrice(81_250))).toBe('812,50 zł/t');
  expect(spaced(formatPrice(100_000, 'EUR'))).toBe('1 000,00 €/t');
  expect(spaced(formatPercent(2.5))).toBe('2,5%');
});

test('days are reordered as text, whatever the time zone', () => {
  expect(formatDate('2026-11-05')).toBe('05/11/2026');
  expect(formatShortDate('2026-11-05')).toBe('05/11/26');
  expect(formatDateRange('2026-11-05', '2026-11-20')).toBe('05/11/2026 – 20/11/2026');
  expect(formatDateRange('2026-11-05', '2026-11-05')).toBe('05/11/2026');
  expect(formatDateRange('2026-11-05', '')).toBe('od 05/11/2026');
  expect(formatDateRange(null, '2026-11-20')).toBe('do 20/11/2026');
});

test('moments are read on the clock of Warsaw', () => {
  expect(formatDateTime('2026-07-01T22:30:00Z')).toBe('02/07/2026, 00:30');
  expect(formatDateTime('2026-12-31T22:59:00Z')).toBe('31/12/2026, 23:59');
  expect(formatTime('2026-12-31T22:59:07Z')).toBe('23:59:07');
  expect(today(new Date('2026-06-30T22:30:00Z'))).toBe('2026-07-01');
});

test('an empty value is a dash', () => {
  const empty = [
    formatTonnes(null),
    formatMoney(undefined),
    formatPrice(null),
    formatDate(''),
    formatDateTime(null),
    formatDateRange(null, ''),
    formatPercent(undefined),
  ];
  expect(new Set(empty)).toEqual(new Set(['-']));
});

test('what is left below zero is a surplus', () => {
  expect(spaced(formatRemaining(1_234_500))).toBe('1 234,500 t');
  expect(spaced(formatRemaining(0))).toBe('0,000 t');
  expect(spaced(formatRemaining(-160))).toBe('nadwyżka 0,160 t');
  expect(formatRemaining(null)).toBe('-');
});

test.each([
  ['2026-06-30T21:30:00Z', 0.5],
  ['2026-06-30T22:00:00Z', 24],
  ['2026-11-24T22:59:00Z', 1 / 60],
  // the clocks go back, and go on
  ['2026-10-24T22:00:00Z', 25],
  ['2026-03-28T23:00:00Z', 23],
])('after %s the day in Warsaw lasts another %d hours', (now, hours) => {
  expect(untilTomorrow(new Date(now))).toBe(hours * 3_600_000);
});
