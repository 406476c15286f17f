import { expect, it } from 'vitest';
import { optionalEmail, requiredEmail } from './rules.ts';

it.each([requiredEmail(), optionalEmail()])(
  'an e-mail rule accepts an address with invisible characters around it',
  (rule) => {
    expect(rule.safeParse('\u202Abiuro@zboze.pl\u202C\uFEFF').success).toBe(true);
    expect(rule.safeParse('biuro\u200B').success).toBe(false);
  },
);
