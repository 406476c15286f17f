import { Outlet, useMatches } from '@tanstack/react-router';
import { SignInFrame } from './sign-in-frame.tsx';

export function SignInLayout() {
  const { title } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  return (
    <SignInFrame title={title ?? 'Logowanie'}>
      <Outlet />
    </SignInFrame>
  );
}
