/**
 * Messages below fields. They are separate from rules.ts, because the sign-in page must not load the schemas
 * of that file.
 */
export const RULE_TEXTS = {
  required: 'Pole nie może być puste.',
  email: 'Podaj prawidłowy adres e-mail.',
} as const;
