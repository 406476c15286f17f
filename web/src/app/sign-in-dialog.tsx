import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/session.ts';
import { SignInForm } from '../features/session/sign-in-form.tsx';
import { TopDialog } from '../ui/overlay/top-dialog.tsx';
import { resumeSession } from './session-end.ts';
import { postponeSignIn, useSignInRequest } from './sign-in-request.ts';

/** A sign-in over a page with unsaved work. */
export function SignInDialog() {
  const request = useSignInRequest();
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  if (request === null || !request.isOpen) return null;
  return (
    <TopDialog title="Zaloguj się ponownie" closeLabel="Wróć do formularza" onClose={postponeSignIn}>
      <Stack gap="md">
        <Text>{request.reason} To, co wpisano na tej stronie, zostaje: po zalogowaniu zapiszesz zmiany.</Text>
        <SignInForm
          isInDialog
          lastEmail={me?.email}
          onSignedIn={resumeSession}
          reset={
            <Anchor fz="sm" ta="center" href="/reset-password" target="_blank">
              Nie pamiętam hasła (nowa karta)
            </Anchor>
          }
        />
      </Stack>
    </TopDialog>
  );
}
