import { Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { UNREACHABLE } from '../../words/unreachable.ts';
import { type Credentials, problemsOf } from './credentials.ts';

type Field = keyof Credentials;

const FIELDS = ['email', 'password'] as const;
const EMPTY: Credentials = { email: '', password: '' };

type Props = {
  /** Signs in and leads on, or tells why not and answers false. Rejects when it could not even be loaded. */
  attempt: (credentials: Credentials) => Promise<boolean>;
  /** The way to a new password. */
  reset: ReactNode;
};

/** Made of as little as possible, because it loads first: no schemas, no router, no queries. */
export function SignInForm({ attempt, reset }: Props) {
  const [credentials, setCredentials] = useState(EMPTY);
  const [judged, setJudged] = useState<readonly Field[]>([]);
  const [isUnreachable, setUnreachable] = useState(false);
  const [isSigningIn, setSigningIn] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const problems = problemsOf(credentials);

  useEffect(() => email.current?.focus(), [email]);

  const signIn = async () => {
    setSigningIn(true);
    setUnreachable(false);
    try {
      if (await attempt({ ...credentials, email: credentials.email.trim() })) return;
    } catch {
      setUnreachable(true);
    }
    setSigningIn(false);
    password.current?.focus();
    password.current?.select();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(FIELDS);
    const wrong = FIELDS.find((name) => problems[name] !== undefined);
    if (wrong !== undefined) (wrong === 'email' ? email : password).current?.focus();
    else if (!isSigningIn) void signIn();
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
  const passwordField = field('password');

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Title order={2}>Logowanie</Title>
        <TextInput {...field('email')} ref={email} label="E-mail" type="email" autoComplete="username" />
        <PasswordInput
          {...passwordField}
          ref={password}
          label="Hasło"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Pokaż lub ukryj hasło' }}
          error={isUnreachable ? UNREACHABLE : passwordField.error}
        />
        <Button type="submit" loading={isSigningIn} fullWidth>
          Zaloguj
        </Button>
        {reset}
      </Stack>
    </form>
  );
}
