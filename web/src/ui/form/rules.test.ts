import { expect, it } from 'vitest';
import { optionalEmail, requiredEmail } from './rules.ts';

it.each([requiredEmail(), optionalEmail()])(
  'an e-mail rule accepts invisible characters that the server removes and rejects all other invisible characters',
  (rule) => {
    expect(rule.safeParse('\u202Abiuro@zboze.pl\u202C\uFEFF').success).toBe(true);
    expect(rule.safeParse('biuro\u200B').success).toBe(false);
    expect(rule.safeParse('biuro\u200D@zboze.pl').success).toBe(false);
  },
);
