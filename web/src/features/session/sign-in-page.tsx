import { Anchor } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { safeReturnUrl } from '../../components/local-path.ts';
import { keepFocus } from '../../ui/form/keep-focus.ts';
import { SignInForm } from './sign-in-form.tsx';

/**
 * The sign-in page of an application that is already loaded. A window that opens at the sign-in page loads
 * app/sign-in-entry.tsx instead.
 */
export function SignInPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { back } = useSearch({ from: '/outside/login' });
  return (
    <SignInForm
      onSignedIn={async () => {
        client.clear();
        await navigate({ href: safeReturnUrl(back) });
      }}
      reset={
        <Anchor
          fz="sm"
          ta="center"
          onMouseDown={keepFocus}
          renderRoot={(props: object) => <Link {...props} to="/reset-password" />}
        >
          Nie pamiętam hasła
        </Anchor>
      }
    />
  );
}
