import { expect, test } from 'vitest';
import { isRestoreCommand } from './restore-arguments.ts';

const moment = '2026-11-21 12:00';

test.each([
  [moment],
  [`${moment}:59`],
  ['latest'],
  ['list'],
  ['remove', 'pg18.before-restore-1790000000000'],
])('npm run restore accepts %j', (...args) => {
  expect(isRestoreCommand(args)).toBe(true);
});

test.each([
  ['no argument', []],
  ['an option', ['--to', moment]],
  ['a moment and another argument', [moment, 'latest']],
  ['a word that is not a moment', ['yesterday']],
  ['a removal without a name', ['remove']],
])('npm run restore rejects %s', (_, args) => {
  expect(isRestoreCommand(args)).toBe(false);
});
