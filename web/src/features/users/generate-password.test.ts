import { brokenPasswordRules } from '@spichlerz/shared/domain/password';
import { expect, it } from 'vitest';
import { generatePassword } from './generate-password.ts';

it('keeps every rule, each time another', () => {
  const passwords = Array.from({ length: 200 }, generatePassword);
  for (const password of passwords) expect(brokenPasswordRules(password)).toEqual([]);
  expect(new Set(passwords).size).toBe(200);
});
