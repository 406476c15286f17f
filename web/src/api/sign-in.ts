import { signIn as signInCall } from '@spichlerz/shared/calls/session';
import { call } from './call.ts';
import { storeTokens } from './tokens.ts';

/**
 * Separate from the other session calls, which need TanStack Query: the sign-in page loads first and without
 * this library.
 */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  storeTokens(await call(signInCall, { body: credentials }));
}
