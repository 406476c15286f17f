import { Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import { onTokensElsewhere, readTokens } from '../api/tokens.ts';
import { wayBack } from '../components/local-path.ts';
import type { Credentials } from '../features/session/credentials.ts';
import { SignInForm } from '../features/session/sign-in-form.tsx';
import type * as Application from './application.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Whether the sign-in page is all that is asked for: it then opens before the application is there. */
export function isAtDoor(): boolean {
  return readTokens() === null && /^\/(login\/?)?$/.test(window.location.pathname);
}

type Props = { load: () => Promise<typeof Application>; onEnter: (href: string) => void };

/** The sign-in page by itself. The application loads while the person types. */
export function Door({ load, onEnter }: Props) {
  const [application, setApplication] = useState<typeof Application>();

  useEffect(
    () =>
      onTokensElsewhere((tokens) => {
        if (tokens !== null) onEnter(hrefAfter());
      }),
    [onEnter],
  );

  const prepare = async () => {
    const loaded = await load();
    setApplication(loaded);
    return loaded;
  };

  const attempt = async (credentials: Credentials) => {
    const { attemptSignIn, queryClient } = await prepare();
    const isSignedIn = await attemptSignIn(queryClient, credentials);
    if (isSignedIn) onEnter(hrefAfter());
    return isSignedIn;
  };

  return (
    <SignInFrame title="Logowanie">
      {/* what fails to load here fails again at the attempt, and is told there */}
      <div onInput={() => void prepare().catch(() => undefined)}>
        <SignInForm
          attempt={attempt}
          reset={
            <Anchor fz="sm" ta="center" href="/reset-password">
              Nie pamiętam hasła
            </Anchor>
          }
        />
      </div>
      {application ? <application.Notices /> : null}
    </SignInFrame>
  );
}

function hrefAfter(): string {
  return wayBack(new URLSearchParams(window.location.search).get('back'));
}
