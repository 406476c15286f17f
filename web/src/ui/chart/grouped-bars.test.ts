import { expect, test } from 'vitest';
import { labelsFit } from './grouped-bars.tsx';

const months = (count: number) => Array.from({ length: count }, () => '12/2026');

test('labels fit in one line if no two neighbouring labels overlap', () => {
  expect(labelsFit(months(10), 600)).toBe(true);
  expect(labelsFit(months(12), 600)).toBe(false);
});

test('a long label fits if the neighbouring labels leave enough space', () => {
  expect(labelsFit([...months(9), 'Następny sezon'], 600)).toBe(false);
  expect(labelsFit([...months(6), 'Następny sezon'], 600)).toBe(true);
});

test('a single label always fits', () => {
  expect(labelsFit(['Następny sezon'], 60)).toBe(true);
});
