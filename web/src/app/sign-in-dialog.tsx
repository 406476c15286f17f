import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../api/session.ts';
import { SignInForm } from '../features/session/sign-in-form.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { TopDialog } from '../ui/overlay/top-dialog.tsx';
import { resumeSession } from './session-end.ts';
import { postponeSignIn, type SignInRequest, useSignInRequest } from './sign-in-request.ts';

const NewPasswordStep = lazyComponent(async () => (await import('./new-password-step.tsx')).NewPasswordStep);

/** A sign-in over a page with unsaved work. */
export function SignInDialog() {
  const request = useSignInRequest();
  // With an expired password no live changes arrive. The user may set the new password in another tab, so the
  // query is refetched when this window gets the focus.
  const { data: me } = useQuery({
    ...meQuery,
    enabled: request?.step === 'newPassword',
    refetchOnWindowFocus: 'always',
  });
  if (request === null || !request.isOpen) return null;
  return <Steps request={request} lastEmail={me?.email} />;
}

type StepsProps = { request: SignInRequest; lastEmail: string | undefined };

function Steps({ request: { step, reason }, lastEmail }: StepsProps) {
  const [password, setPassword] = useState('');
  const isSignIn = step === 'signIn';
  return (
    <TopDialog
      title={isSignIn ? 'Zaloguj się ponownie' : 'Ustaw własne hasło'}
      closeLabel="Wróć do formularza"
      onClose={postponeSignIn}
    >
      <Stack gap="md">
        <Text>
          {reason} To, co wpisano na tej stronie, zostaje: po {isSignIn ? 'zalogowaniu' : 'zmianie hasła'}{' '}
          zapiszesz zmiany.
        </Text>
        {isSignIn ? (
          <SignInForm
            isInDialog
            lastEmail={lastEmail}
            onSignedIn={(typed) => {
              setPassword(typed);
              return resumeSession();
            }}
            reset={
              <Anchor fz="sm" ta="center" href="/reset-password" target="_blank">
                Nie pamiętam hasła (nowa karta)
              </Anchor>
            }
          />
        ) : (
          <NewPasswordStep oldPassword={password} />
        )}
      </Stack>
    </TopDialog>
  );
}
