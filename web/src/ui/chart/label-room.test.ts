import { expect, test } from 'vitest';
import { haveRoom } from './label-room.ts';

const months = (count: number) => Array.from({ length: count }, () => '12/2026');

test('labels fit in a line as long as none runs into the next', () => {
  expect(haveRoom(months(10), 600)).toBe(true);
  expect(haveRoom(months(12), 600)).toBe(false);
});

test('a long label takes room from its neighbour', () => {
  expect(haveRoom([...months(9), 'Następny sezon'], 600)).toBe(false);
  expect(haveRoom([...months(6), 'Następny sezon'], 600)).toBe(true);
});

test('one label always fits', () => {
  expect(haveRoom(['Następny sezon'], 60)).toBe(true);
});
