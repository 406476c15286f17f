import { expect, test } from 'vitest';
import { fittingPageSize } from './page-size.ts';

test.each([
  [1280, 720, 10],
  [1440, 900, 25],
  [1920, 1080, 25],
  [2560, 1440, 50],
  [2560, 3000, 50],
  [390, 1600, 10],
])('a window of %d × %d pixels gets a page size of %d rows', (width, height, rows) => {
  expect(fittingPageSize(width, height)).toBe(rows);
});
