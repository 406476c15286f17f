import { onNotFound } from '../api/call.ts';
import { onSessionEnd } from '../api/refresh.ts';
import { meQuery } from '../api/session.ts';
import { onTokensElsewhere } from '../api/tokens.ts';
import { explainError } from '../components/explain-error.ts';
import { localPath } from '../components/local-path.ts';
import { askToLeave, hasChangedForm, mayLeave } from '../ui/form/leave-guard.ts';
import { forgetPlace } from '../ui/list/remembered-search.ts';
import { notifyWarning } from '../ui/notify.tsx';
import { REFUSALS } from '../words/refusals.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

/**
 * When the session is over, here or in another tab, the sign-in page opens and remembers this one. Somebody who signed
 * out was asked about what they typed; whose session just ended is asked now, and may stay with it.
 */
export function followSessionEnd(): void {
  onSessionEnd(() => {
    notifyWarning(REFUSALS.UNAUTHORIZED);
    void askToSignIn();
  });
  onTokensElsewhere((tokens) => {
    if (tokens === null) void goToSignIn();
    else void checkWhoIsHere();
  });
}

/**
 * A 404 reply to any call. The page that asked for what is not there is left out of the way back. Who was typing on it
 * is told why it closes: somebody else deleted the record.
 */
export function followNotFound(): void {
  let isAsking = false;
  // whoever stays with what is typed is not asked again by each part of the page that looks for the record
  let stayedAt: string | undefined;
  const goThere = async (error: unknown) => {
    const isTyping = hasChangedForm();
    if (isTyping) {
      isAsking = true;
      const leaves = await askToLeave(explainError(error).message);
      isAsking = false;
      if (!leaves) {
        stayedAt = router.state.location.href;
        return;
      }
    }
    // the menu would lead back to the list of a raw material that was deleted, as it was left
    forgetPlace(router.state.location.pathname);
    await router.navigate({ to: '/404', replace: true, ignoreBlocker: isTyping });
  };
  onNotFound((error, isRead) => {
    if (isRead && stayedAt === router.state.location.href && hasChangedForm()) return;
    // somebody is on the way elsewhere: what is missing belongs to the page that is left, or is asked for again there
    if (!isAsking && router.state.status !== 'pending') void goThere(error);
  });
}

async function askToSignIn(): Promise<void> {
  if (await mayLeave()) await goToSignIn();
  else notifyWarning('Zaloguj się w nowej karcie, a potem zapisz tutaj.', 'Formularz czeka na Ciebie');
}

async function goToSignIn(): Promise<void> {
  if (!isAtSignIn()) {
    const back = localPath(router.state.location.href);
    await router.navigate({ to: '/login', search: back === null ? {} : { back }, ignoreBlocker: true });
  }
  queryClient.clear();
}

const isAtSignIn = (): boolean => /^\/login\/?$/.test(router.state.location.pathname);

/** Another tab has new tokens. Mostly they are the same person's; of another one's former nothing may stay. */
async function checkWhoIsHere(): Promise<void> {
  const before = queryClient.getQueryData(meQuery.queryKey);
  if (before !== undefined) {
    // without an answer nothing is known yet; the next call with the new token is refused or tells
    const now = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => before);
    if (now.id !== before.id) {
      queryClient.clear();
      // what is typed would be saved in the wrong name
      await router.navigate({ to: '/positions', ignoreBlocker: true });
    }
  }
  // a sign-in page that waits in this tab leads on
  await router.invalidate();
}
