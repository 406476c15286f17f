import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { signIn } from '../../api/sign-in.ts';
import { explainError } from '../../components/explain-error.ts';
import { keepFocus } from '../../ui/form/keep-focus.ts';
import { RULE_TEXTS } from '../../ui/form/rule-texts.ts';

type Credentials = { readonly email: string; readonly password: string };
type Field = keyof Credentials;

const FIELDS = ['email', 'password'] as const;
const EMPTY: Credentials = { email: '', password: '' };

type Props = {
  /** Called after the sign-in with the typed password. */
  onSignedIn: (password: string) => Promise<void>;
  /** The link to the page for resetting the password. */
  reset: ReactNode;
  /** The e-mail address of the previous user, who only has to type the password. */
  lastEmail?: string | undefined;
  /** Whether the form is in a dialog. A dialog has its own title. */
  isInDialog?: boolean;
};

/** The form of the sign-in page. It loads first, so it imports no schemas, router or queries. */
export function SignInForm({ onSignedIn, reset, lastEmail = '', isInDialog = false }: Props) {
  const [credentials, setCredentials] = useState({ ...EMPTY, email: lastEmail });
  const [touchedFields, setTouchedFields] = useState<readonly Field[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSigningIn, setSigningIn] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const problems = problemsOf(credentials);

  useEffect(() => (lastEmail === '' ? email : password).current?.focus(), [lastEmail]);

  const attempt = async () => {
    setSigningIn(true);
    setFailure(null);
    try {
      await signIn({ ...credentials, email: credentials.email.trim() });
      await onSignedIn(credentials.password);
    } catch (error) {
      setFailure(explainError(error).message);
      setSigningIn(false);
      password.current?.focus();
      password.current?.select();
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouchedFields(FIELDS);
    const wrong = FIELDS.find((name) => problems[name] !== undefined);
    if (wrong !== undefined) (wrong === 'email' ? email : password).current?.focus();
    else if (!isSigningIn) void attempt();
  };

  const field = (name: Field) => ({
    name,
    value: credentials[name],
    required: true,
    error: touchedFields.includes(name) ? problems[name] : undefined,
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setCredentials((before) => ({ ...before, [name]: value })),
    onBlur: () => setTouchedFields((before) => [...before, name]),
  });

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {isInDialog ? null : <Title order={2}>Logowanie</Title>}
        <TextInput {...field('email')} ref={email} label="E-mail" type="email" autoComplete="username" />
        <PasswordInput
          {...field('password')}
          ref={password}
          label="Hasło"
          data-autofocus={isInDialog || undefined}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Pokaż lub ukryj hasło' }}
        />
        {failure === null ? null : (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {failure}
          </Text>
        )}
        <Button type="submit" loading={isSigningIn} onMouseDown={keepFocus} fullWidth>
          Zaloguj
        </Button>
        {reset}
      </Stack>
    </form>
  );
}

/**
 * Returns the errors of the sign-in fields. The rules are repeated here, because the sign-in page loads first
 * and without the schemas of the other forms.
 */
export function problemsOf({ email, password }: Credentials): Partial<Record<keyof Credentials, string>> {
  const mail = email.trim();
  return {
    ...(mail === '' ? { email: RULE_TEXTS.required } : isEmail(mail) ? {} : { email: RULE_TEXTS.email }),
    ...(password === '' && { password: RULE_TEXTS.required }),
  };
}

/** A rough check, because the server validates the address. */
function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text);
}
