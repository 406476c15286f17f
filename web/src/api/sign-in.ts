import { signIn as signInCall } from '@spichlerz/shared/calls/session';
import { call } from './call.ts';
import { storeTokens } from './tokens.ts';

/**
 * In a file of its own: the sign-in page loads first, and must not load TanStack Query, which session.ts needs.
 */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  storeTokens(await call(signInCall, { body: credentials }));
}
