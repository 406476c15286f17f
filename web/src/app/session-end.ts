import { onNotFound } from '../api/call.ts';
import { onSessionEnd } from '../api/refresh.ts';
import { meQuery } from '../api/session.ts';
import { onTokensElsewhere, sessionEndReason } from '../api/tokens.ts';
import { explainError } from '../components/explain-error.ts';
import { localPath } from '../components/local-path.ts';
import { confirmLeaving } from '../ui/form/leave-guard.ts';
import { hasUnsavedWork } from '../ui/form/step-guard.ts';
import { forgetPlace } from '../ui/list/remembered-search.ts';
import { notifyWarning } from '../ui/notify.tsx';
import { SESSION_ENDS } from '../words/refusals.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { cancelSignIn, requestSignIn } from './sign-in-request.ts';

/**
 * When the session is over, here or in another tab, the sign-in page opens and remembers this one. Unsaved work stays
 * open: the user signs in over it and goes on.
 */
export function handleSessionEnd(): void {
  onSessionEnd(endSession);
  onTokensElsewhere((tokens) => {
    if (tokens === null) endSession();
    // without an answer nothing is known yet; the next call with the new token is refused or tells
    else void resumeSession().catch(() => router.invalidate());
  });
  // the user left the unsaved work for a page that has its own sign-in
  router.subscribe('onBeforeLoad', ({ toLocation }) => {
    if (isSignInPath(toLocation.pathname)) cancelSignIn();
  });
}

function endSession(): void {
  const reason = SESSION_ENDS[sessionEndReason()];
  if (hasUnsavedWork()) {
    requestSignIn(reason);
    return;
  }
  if (!isSignInPath(router.state.location.pathname)) notifyWarning(`${reason} Zaloguj się ponownie.`);
  void goToSignIn();
}

/**
 * Goes on after a sign-in, here or in another tab. Of another user's work nothing may stay: it would be shown to them
 * and saved in their name.
 */
export async function resumeSession(): Promise<void> {
  const before = queryClient.getQueryData(meQuery.queryKey);
  if (before !== undefined) {
    // a call under way was sent without the new token
    await queryClient.cancelQueries({ queryKey: meQuery.queryKey });
    const now = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    if (now.id !== before.id) {
      queryClient.clear();
      await router.navigate({ to: '/positions', ignoreBlocker: true });
      notifyWarning('Zalogowała się inna osoba, dlatego poprzednią stronę zamknięto.');
    }
  }
  cancelSignIn();
  // a sign-in page that waits in this tab leads on
  await router.invalidate();
}

/**
 * A 404 reply to any call. The page that asked for what is not there is left out of the way back. Who was typing on it
 * is told why it closes: somebody else deleted the record.
 */
export function handleNotFound(): void {
  let isAsking = false;
  // whoever stays with what is typed is not asked again by each part of the page that looks for the record
  let stayedAt: string | undefined;
  const goThere = async (error: unknown) => {
    const isTyping = hasUnsavedWork();
    if (isTyping) {
      isAsking = true;
      const leaves = await confirmLeaving(explainError(error).message);
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
    if (isRead && stayedAt === router.state.location.href && hasUnsavedWork()) return;
    // somebody is on the way elsewhere: what is missing belongs to the page that is left, or is asked for again there
    if (!isAsking && router.state.status !== 'pending') void goThere(error);
  });
}

async function goToSignIn(): Promise<void> {
  if (!isSignInPath(router.state.location.pathname)) {
    const back = localPath(router.state.location.href);
    await router.navigate({ to: '/login', search: back === null ? {} : { back }, ignoreBlocker: true });
  }
  queryClient.clear();
}

const isSignInPath = (pathname: string): boolean => /^\/login\/?$/.test(pathname);
