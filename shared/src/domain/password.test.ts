import { expect, test } from 'vitest';
import { brokenPasswordRules, isStrongPassword } from './password.ts';

test('a strong password breaks no rule', () => {
  expect(brokenPasswordRules('Pszenica-7')).toEqual([]);
  expect(isStrongPassword('Pszenica-7')).toBe(true);
});

test.each([
  ['Zboże-7', 'length'],
  ['pszenica-7', 'uppercase'],
  ['PSZENICA-7', 'lowercase'],
  ['Pszenica-x', 'digit'],
  ['Pszenica77', 'special'],
  // A space is not a special character, and a Polish letter is a letter.
  ['Pszenica 7', 'special'],
  ['Żółtaważ7', 'special'],
] as const)('the password %s breaks only the rule %s', (password, rule) => {
  expect(brokenPasswordRules(password)).toEqual([rule]);
  expect(isStrongPassword(password)).toBe(false);
});

test('an empty password breaks every rule', () => {
  expect(brokenPasswordRules('')).toEqual(['length', 'uppercase', 'lowercase', 'digit', 'special']);
});
