import type { QueryClient } from '@tanstack/react-query';
import { signIn } from '../../api/session.ts';
import { explainError } from '../../components/explain-error.ts';
import { notifyError } from '../../ui/notify.tsx';
import type { Credentials } from './credentials.ts';

/** Whether the person is signed in now; when not, they have been told why. */
export async function attemptSignIn(client: QueryClient, credentials: Credentials): Promise<boolean> {
  try {
    await signIn(client, credentials);
    return true;
  } catch (error) {
    notifyError(explainError(error).message);
    return false;
  }
}
