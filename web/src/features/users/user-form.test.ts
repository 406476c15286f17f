import { brokenPasswordRules } from '@spichlerz/shared/domain/password';
import { expect, it } from 'vitest';
import { generatePassword } from './user-form.tsx';

it('generated passwords meet all password rules and differ from each other', () => {
  const passwords = Array.from({ length: 200 }, generatePassword);
  for (const password of passwords) expect(brokenPasswordRules(password)).toEqual([]);
  expect(new Set(passwords).size).toBe(200);
});
