/** What people read under a field, here because the sign-in page loads before the schemas of rules.ts. */
export const RULE_WORDS = {
  required: 'Pole nie może być puste.',
  email: 'Podaj prawidłowy adres e-mail.',
} as const;
