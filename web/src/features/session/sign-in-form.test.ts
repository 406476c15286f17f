import { describe, expect, it } from 'vitest';
import { problemsOf } from './sign-in-form.tsx';

const REQUIRED = 'Pole nie może być puste.';
const EMAIL = 'Podaj prawidłowy adres e-mail.';

describe('the credentials', () => {
  it('an empty e-mail address and an empty password each have an error', () => {
    expect(problemsOf({ email: ' ', password: '' })).toEqual({ email: REQUIRED, password: REQUIRED });
  });

  it('an invalid e-mail address has an error', () => {
    for (const email of [
      'jan',
      'jan@',
      '@spichlerz.pl',
      'jan@spichlerz',
      'jan kowal@spichlerz.pl',
      'a@b@c.pl',
    ]) {
      expect(problemsOf({ email, password: 'x' })).toEqual({ email: EMAIL });
    }
    expect(problemsOf({ email: ' jan.kowal+1@poczta.spichlerz.pl ', password: ' ' })).toEqual({});
  });
});
