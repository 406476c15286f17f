import { expect, it } from 'vitest';
import { plainFileName } from './file-name.ts';

it('a file name has only lower-case letters, digits and single dashes between them', () => {
  expect(plainFileName('„Żółć” nr 12/2026')).toBe('zolc-nr-12-2026');
});

it('a file name stays within the length limit of file systems', () => {
  expect(plainFileName(`${'a'.repeat(199)} ${'b'.repeat(99)}`)).toBe('a'.repeat(199));
});
