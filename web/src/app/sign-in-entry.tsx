import { Anchor } from '@mantine/core';
import { useEffect } from 'react';
import { onTokensChangedElsewhere, readTokens } from '../api/tokens.ts';
import { safeReturnUrl } from '../components/local-path.ts';
import { SignInForm } from '../features/session/sign-in-form.tsx';
import { keepFocus } from '../ui/form/keep-focus.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/**
 * Whether the sign-in page can open before the application loads: no session exists, and the path is `/login`
 * or `/`.
 */
export function isSignInRoute(): boolean {
  return readTokens() === null && /^\/(login\/?)?$/.test(window.location.pathname);
}

type Props = {
  /** Loads the application in the background. */
  preloadApplication: () => void;
  onEnter: (href: string) => Promise<void>;
};

/** The sign-in page without the application. The application loads when the user starts to type. */
export function SignInEntry({ preloadApplication, onEnter }: Props) {
  useEffect(
    () =>
      onTokensChangedElsewhere((tokens) => {
        if (tokens !== null) void onEnter(hrefAfterSignIn());
      }),
    [onEnter],
  );

  return (
    <SignInFrame title="Logowanie">
      <div onInput={preloadApplication}>
        <SignInForm
          onSignedIn={() => onEnter(hrefAfterSignIn())}
          reset={
            <Anchor fz="sm" ta="center" onMouseDown={keepFocus} href="/reset-password">
              Nie pamiętam hasła
            </Anchor>
          }
        />
      </div>
    </SignInFrame>
  );
}

function hrefAfterSignIn(): string {
  return safeReturnUrl(new URLSearchParams(window.location.search).get('back'));
}
