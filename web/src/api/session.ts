import {
  getMe,
  type SessionUser,
  signIn as signInCall,
  signOut as signOutCall,
} from '@spichlerz/shared/calls/session';
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { leaving } from './refresh.ts';
import { readTokens, storeTokens } from './tokens.ts';

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

export async function signIn(
  client: QueryClient,
  credentials: { email: string; password: string },
): Promise<void> {
  const tokens = await call(signInCall, { body: credentials });
  client.clear();
  storeTokens(tokens);
}

/** Ends the session here even when the server cannot be told. */
export function signOut(): Promise<void> {
  const refreshToken = readTokens()?.refreshToken;
  return leaving(async () => {
    if (refreshToken !== undefined) await call(signOutCall, { body: { refreshToken } });
  });
}

/** The signed-in person, on any page behind the sign-in; the guard has loaded them. */
export function useMe(): SessionUser {
  return useSuspenseQuery(meQuery).data;
}
