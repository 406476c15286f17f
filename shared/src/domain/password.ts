/** Why a new password was rejected (customer decisions 8). Sent with VALUE_IS_WRONG on the password field. */
export const PASSWORD_REASONS = [
  'PASSWORD_BREAKS_RULES',
  'PASSWORD_IS_PERSONAL',
  'PASSWORD_IS_COMMON',
  'PASSWORD_IS_UNCHANGED',
] as const;
export type PasswordReason = (typeof PASSWORD_REASONS)[number];

/** The five rules of specification 5. The form shows each rule while the user types. */
export const PASSWORD_RULES = {
  length: (password: string) => Array.from(password).length >= 8,
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  lowercase: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\d/.test(password),
  special: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
} as const;

export type PasswordRule = keyof typeof PASSWORD_RULES;

export function brokenPasswordRules(password: string): readonly PasswordRule[] {
  return (Object.keys(PASSWORD_RULES) as PasswordRule[]).filter((rule) => !PASSWORD_RULES[rule](password));
}

export function isStrongPassword(password: string): boolean {
  return brokenPasswordRules(password).length === 0;
}
