import { Anchor, Button, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { signIn } from '../../api/session.ts';
import { explainError } from '../../components/explain-error.ts';
import { localPath } from '../../components/local-path.ts';
import { PasswordField, TextField } from '../../ui/field/text-field.tsx';
import { requiredEmail } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifyError } from '../../ui/notify.tsx';

const schema = z.object({ email: requiredEmail(), password: z.string().min(1, 'Pole nie może być puste.') });

export function SignInPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { back } = useSearch({ strict: false });
  const form = useZodForm(schema, { email: '', password: '' });
  const [isSigningIn, setSigningIn] = useState(false);

  useEffect(() => form.setFocus('email'), [form]);

  const submit = form.handleSubmit(async (credentials) => {
    setSigningIn(true);
    try {
      await signIn(client, credentials);
      await navigate({ href: localPath(back) ?? '/positions' });
    } catch (error) {
      notifyError(explainError(error).message);
      form.setFocus('password', { shouldSelect: true });
      setSigningIn(false);
    }
  });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSigningIn) void submit();
      }}
    >
      <Stack gap="md">
        <Title order={2}>Logowanie</Title>
        <TextField
          control={form.control}
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          required
        />
        <PasswordField
          control={form.control}
          name="password"
          label="Hasło"
          autoComplete="current-password"
          required
        />
        <Button type="submit" loading={isSigningIn} fullWidth>
          Zaloguj
        </Button>
        <Anchor fz="sm" ta="center" renderRoot={(props: object) => <Link {...props} to="/reset-password" />}>
          Nie pamiętam hasła
        </Anchor>
      </Stack>
    </form>
  );
}
