import { onSessionEnd } from '../api/refresh.ts';
import { onTokensElsewhere } from '../api/tokens.ts';
import { localPath } from '../components/local-path.ts';
import { notifyWarning } from '../ui/notify.tsx';
import { REFUSALS } from '../words/refusals.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

/** When the session is over, here or in another tab, the sign-in page opens and remembers this one. */
export function followSessionEnd(): void {
  onSessionEnd(() => {
    notifyWarning(REFUSALS.UNAUTHORIZED);
    void goToSignIn();
  });
  onTokensElsewhere((tokens) => {
    if (tokens === null) void goToSignIn();
    // Another person may have signed in: nothing of the former one may stay on the screen.
    else void queryClient.invalidateQueries();
  });
}

async function goToSignIn(): Promise<void> {
  const back = localPath(router.state.location.href);
  await router.navigate({ to: '/login', search: back === null ? {} : { back }, ignoreBlocker: true });
  queryClient.clear();
}
