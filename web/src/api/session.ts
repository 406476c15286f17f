import { getMe, type SessionUser, signOut as signOutCall } from '@spichlerz/shared/calls/session';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { shuttingDown } from './refresh.ts';
import { readTokens } from './tokens.ts';

/** The signed-in person. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(getMe, { signal }),
  staleTime: 5 * 60_000,
  retry: false,
});

export function isSignedIn(): boolean {
  return readTokens() !== null;
}

/** Ends the session here even when the server cannot be told. */
export function signOut(): Promise<void> {
  const refreshToken = readTokens()?.refreshToken;
  return shuttingDown(async () => {
    if (refreshToken !== undefined) await call(signOutCall, { body: { refreshToken } });
  });
}

/** The signed-in person, on any page behind the sign-in; the guard has loaded them. */
export function useMe(): SessionUser {
  return useSuspenseQuery(meQuery).data;
}
