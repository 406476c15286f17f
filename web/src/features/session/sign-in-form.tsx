import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { signIn } from '../../api/sign-in.ts';
import { explainError } from '../../components/explain-error.ts';
import { keepFocus } from '../../ui/form/keep-focus.ts';
import { type Credentials, problemsOf } from './credentials.ts';

type Field = keyof Credentials;

const FIELDS = ['email', 'password'] as const;
const EMPTY: Credentials = { email: '', password: '' };

type Props = {
  /** Leads on. */
  onSignedIn: () => Promise<void>;
  /** The way to a new password. */
  reset: ReactNode;
  /** Who was signed in before; only the password is missing then. */
  lastEmail?: string | undefined;
  /** Where the form is in a dialog, which has a title of its own. */
  isInDialog?: boolean;
};

/** Made of as little as possible, because it loads first: no schemas, no router, no queries. */
export function SignInForm({ onSignedIn, reset, lastEmail = '', isInDialog = false }: Props) {
  const [credentials, setCredentials] = useState({ ...EMPTY, email: lastEmail });
  const [judged, setJudged] = useState<readonly Field[]>([]);
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
      await onSignedIn();
    } catch (error) {
      setFailure(explainError(error).message);
      setSigningIn(false);
      password.current?.focus();
      password.current?.select();
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(FIELDS);
    const wrong = FIELDS.find((name) => problems[name] !== undefined);
    if (wrong !== undefined) (wrong === 'email' ? email : password).current?.focus();
    else if (!isSigningIn) void attempt();
  };

  const field = (name: Field) => ({
    name,
    value: credentials[name],
    required: true,
    error: judged.includes(name) ? problems[name] : undefined,
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setCredentials((before) => ({ ...before, [name]: value })),
    onBlur: () => setJudged((before) => [...before, name]),
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
