import { getMe, type SessionUser, signOut as signOutCall } from '@spichlerz/shared/calls/session';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { whileSigningOut } from './refresh.ts';
import { readTokens } from './tokens.ts';

/** The signed-in user. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(getMe, { signal }),
  staleTime: 5 * 60_000,
  retry: false,
});

export function isSignedIn(): boolean {
  return readTokens() !== null;
}

/** Ends the session in this browser even when the server cannot be reached. */
export function signOut(): Promise<void> {
  const refreshToken = readTokens()?.refreshToken;
  return whileSigningOut(async () => {
    if (refreshToken !== undefined) await call(signOutCall, { body: { refreshToken } });
  });
}

/** Returns the signed-in user, whom the guard of the signed-in pages has loaded. */
export function useMe(): SessionUser {
  return useSuspenseQuery(meQuery).data;
}
