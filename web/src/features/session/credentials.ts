import { RULE_TEXTS } from '../../ui/form/rule-texts.ts';

export type Credentials = { readonly email: string; readonly password: string };

/**
 * The errors of the sign-in fields. It repeats the rules of other forms without their schemas, because the
 * sign-in page loads first.
 */
export function problemsOf({ email, password }: Credentials): Partial<Record<keyof Credentials, string>> {
  const mail = email.trim();
  return {
    ...(mail === '' ? { email: RULE_TEXTS.required } : isEmail(mail) ? {} : { email: RULE_TEXTS.email }),
    ...(password === '' && { password: RULE_TEXTS.required }),
  };
}

/** A rough check; the server validates the address. */
function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text);
}
