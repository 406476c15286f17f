import { expect, test } from 'vitest';
import { COUNTED, counted } from './plural.ts';

test.each([
  [0, '0 transportów'],
  [1, '1 transport'],
  [2, '2 transporty'],
  [5, '5 transportów'],
  [12, '12 transportów'],
  [22, '22 transporty'],
  [1.5, '1,5 transportu'],
])('%s transports have the right plural form', (count, expected) => {
  expect(counted(count, COUNTED.transports)).toBe(expected);
});
