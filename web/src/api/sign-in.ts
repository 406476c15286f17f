import { signIn as signInCall } from '@spichlerz/shared/calls/session';
import { call } from './call.ts';
import { storeTokens } from './tokens.ts';

/**
 * In a file of its own, because the sign-in page loads first and without TanStack Query, which the other
 * session calls need.
 */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  storeTokens(await call(signInCall, { body: credentials }));
}
