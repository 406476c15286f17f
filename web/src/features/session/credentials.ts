import { RULE_TEXTS } from '../../ui/form/rule-texts.ts';

export type Credentials = { readonly email: string; readonly password: string };

/** What is wrong with each field, by the rules of the other forms but without their schemas, which would load first. */
export function problemsOf({ email, password }: Credentials): Partial<Record<keyof Credentials, string>> {
  const mail = email.trim();
  return {
    ...(mail === '' ? { email: RULE_TEXTS.required } : isEmail(mail) ? {} : { email: RULE_TEXTS.email }),
    ...(password === '' && { password: RULE_TEXTS.required }),
  };
}

/** The server judges the address by its schema; this catches what is plainly no address. */
function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text);
}
