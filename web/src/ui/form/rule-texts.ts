/** Messages below fields, separate from rules.ts because the sign-in page loads before its schemas. */
export const RULE_TEXTS = {
  required: 'Pole nie może być puste.',
  email: 'Podaj prawidłowy adres e-mail.',
} as const;
