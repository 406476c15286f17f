import {
  formatDate,
  formatDateRange,
  formatPercent,
  formatPrice,
  formatTonnes,
  todayInWarsaw,
} from '@spichlerz/shared/words/figures';
import { expect, it, test } from 'vitest';
import {
  asSentence,
  formatDateTime,
  formatMoney,
  formatRemaining,
  formatShortDate,
  formatTime,
  formatWeekday,
  formatWholeTonnes,
  untilTomorrow,
} from './format.ts';

const withSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

test('quantities are shown in tonnes with three decimals and grouped digits', () => {
  expect(withSpaces(formatTonnes(1_234_500))).toBe('1 234,500 t');
  expect(withSpaces(formatTonnes(0))).toBe('0,000 t');
  expect(withSpaces(formatTonnes(-25_001))).toBe('−25,001 t');
  expect(withSpaces(formatWholeTonnes(1_234_001))).toBe('1 235 t');
});

test('whole amounts have no decimals, other amounts have two decimals; prices always have two decimals', () => {
  expect(withSpaces(formatMoney(125_000))).toBe('1 250 zł');
  expect(withSpaces(formatMoney(81_250))).toBe('812,50 zł');
  expect(withSpaces(formatPrice(81_250))).toBe('812,50 zł/t');
  expect(withSpaces(formatPrice(100_000, 'EUR'))).toBe('1 000,00 €/t');
  expect(withSpaces(formatPercent(2.5))).toBe('2,5 %');
});

test('dates and date ranges are formatted with slashes', () => {
  expect(formatDate('2026-11-05')).toBe('05/11/2026');
  expect(formatShortDate('2026-11-05')).toBe('05/11/26');
  expect(formatWeekday('2026-11-05')).toBe('czw. 05/11/2026');
  expect(formatDateRange('2026-11-05', '2026-11-20')).toBe('05/11/2026 – 20/11/2026');
  expect(formatDateRange('2026-11-05', '2026-11-05')).toBe('05/11/2026');
  expect(formatDateRange('2026-11-05', '')).toBe('od 05/11/2026');
  expect(formatDateRange(null, '2026-11-20')).toBe('do 20/11/2026');
});

test('moments are shown in Warsaw time', () => {
  expect(formatDateTime('2026-07-01T22:30:00Z')).toBe('02/07/2026, 00:30');
  expect(formatDateTime('2026-12-31T22:59:00Z')).toBe('31/12/2026, 23:59');
  expect(formatTime('2026-12-31T22:59:07Z')).toBe('23:59:07');
  expect(todayInWarsaw(new Date('2026-06-30T22:30:00Z'))).toBe('2026-07-01');
});

test('an empty value is shown as a dash', () => {
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

test('a negative remainder is shown as a surplus', () => {
  expect(withSpaces(formatRemaining(1_234_500))).toBe('1 234,500 t');
  expect(withSpaces(formatRemaining(0))).toBe('0,000 t');
  expect(withSpaces(formatRemaining(-160))).toBe('nadwyżka 0,160 t');
  expect(formatRemaining(null)).toBe('-');
});

test.each([
  ['2026-06-30T21:30:00Z', 0.5],
  ['2026-06-30T22:00:00Z', 24],
  ['2026-11-24T22:59:00Z', 1 / 60],
  // days on which the clocks change
  ['2026-10-24T22:00:00Z', 25],
  ['2026-03-28T23:00:00Z', 23],
])('at %s, the next day in Warsaw starts in %d hours', (now, hours) => {
  expect(untilTomorrow(new Date(now))).toBe(hours * 3_600_000);
});

it('asSentence adds a full stop unless the text already ends with a full stop', () => {
  expect(asSentence('Ten NIP ma Agropol')).toBe('Ten NIP ma Agropol.');
  expect(asSentence('Ten NIP ma Agropol Sp. z o.o.')).toBe('Ten NIP ma Agropol Sp. z o.o.');
  expect(asSentence('Kod to „k.o.”')).toBe('Kod to „k.o.”.');
});
