import { signIn as signInCall } from '@spichlerz/shared/calls/session';
import { call } from './call.ts';
import { storeTokens } from './tokens.ts';

/** Apart from the other calls of a session, which stand on queries: the sign-in page loads first and without them. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  storeTokens(await call(signInCall, { body: credentials }));
}
