import { Anchor } from '@mantine/core';
import { useEffect } from 'react';
import { onTokensElsewhere, readTokens } from '../api/tokens.ts';
import { safeReturnUrl } from '../components/local-path.ts';
import { SignInForm } from '../features/session/sign-in-form.tsx';
import { keepFocus } from '../ui/form/keep-focus.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/** Whether the sign-in page is all that is asked for: it then opens before the application is there. */
export function isSignInRoute(): boolean {
  return readTokens() === null && /^\/(login\/?)?$/.test(window.location.pathname);
}

type Props = {
  /** Loads the application, which nothing here waits for. */
  prepare: () => void;
  onEnter: (href: string) => Promise<void>;
};

/** The sign-in page by itself. The application loads while the person types. */
export function SignInEntry({ prepare, onEnter }: Props) {
  useEffect(
    () =>
      onTokensElsewhere((tokens) => {
        if (tokens !== null) void onEnter(hrefAfter());
      }),
    [onEnter],
  );

  return (
    <SignInFrame title="Logowanie">
      <div onInput={prepare}>
        <SignInForm
          onSignedIn={() => onEnter(hrefAfter())}
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

function hrefAfter(): string {
  return safeReturnUrl(new URLSearchParams(window.location.search).get('back'));
}
