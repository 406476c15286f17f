import { expect, it } from 'vitest';
import { plainFileName } from './file-name.ts';

it('a name has small letters, digits and single dashes inside', () => {
  expect(plainFileName('„Żółć” nr 12/2026')).toBe('zolc-nr-12-2026');
});

it('a name is no longer than a disk takes', () => {
  expect(plainFileName(`${'a'.repeat(199)} ${'b'.repeat(99)}`)).toBe('a'.repeat(199));
});
