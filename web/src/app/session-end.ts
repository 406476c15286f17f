import { onSessionEnd } from '../api/refresh.ts';
import { meQuery } from '../api/session.ts';
import { onTokensChangedElsewhere, sessionEndReason } from '../api/tokens.ts';
import { explainError } from '../components/explain-error.ts';
import { localPath } from '../components/local-path.ts';
import { confirmLeaving, hasUnsavedWork } from '../ui/form/unsaved-work.ts';
import { notifyWarning } from '../ui/overlay/notify.tsx';
import { removeStoredSearchAt } from '../ui/table/stored-search.ts';
import { SESSION_END_SENTENCES } from '../words/error-sentences.ts';
import { refetchFailedQueries } from './failed-queries.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { cancelSignIn, requestNewPassword, requestSignIn } from './sign-in-request.ts';

/**
 * When the session ends, here or in another tab, the sign-in page opens with a link back to this page. A page
 * with unsaved work stays open, and the sign-in opens as a dialog over it.
 */
export function handleSessionEnd(): void {
  onSessionEnd(endSession);
  onTokensChangedElsewhere((tokens) => {
    if (tokens === null) endSession();
    // If the signed-in user cannot be loaded, the router runs the guards, which load the user again.
    else void resumeSession().catch(() => router.invalidate());
  });
  // The sign-in dialog closes when the user goes to the sign-in page or the account page, which do the same.
  router.subscribe('onBeforeLoad', ({ pathChanged, toLocation: { pathname } }) => {
    if (isSignInPath(pathname) || (pathChanged && pathname === '/my-account')) cancelSignIn();
  });
}

function endSession(): void {
  const reason = SESSION_END_SENTENCES[sessionEndReason()];
  if (hasUnsavedWork()) {
    requestSignIn(reason);
    return;
  }
  if (!isSignInPath(router.state.location.pathname)) notifyWarning(`${reason} Zaloguj się ponownie.`);
  void goToSignIn();
}

/**
 * Continues after a sign-in, here or in another tab. If another user signed in, the page of the previous user
 * is closed: its unsaved work must not be shown to or saved by the other user.
 */
export async function resumeSession(): Promise<void> {
  const before = queryClient.getQueryData(meQuery.queryKey);
  if (before !== undefined) {
    // a call in progress was sent without the new token
    await queryClient.cancelQueries({ queryKey: meQuery.queryKey });
    const now = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    if (now.id !== before.id) {
      queryClient.clear();
      await router.navigate({ to: '/positions', ignoreBlocker: true });
      notifyWarning('Zalogowała się inna osoba, dlatego poprzednią stronę zamknięto.');
    }
  }
  const passwordExpired = queryClient.getQueryData(meQuery.queryKey)?.passwordExpired ?? false;
  if (requestNewPassword(passwordExpired, router.state.location.pathname)) return;
  cancelSignIn();
  refetchFailedQueries(queryClient);
  // a sign-in page in this tab now redirects to the page it was opened from
  await router.invalidate();
}

let isConfirmingLeave = false;
/**
 * The URL of the page with unsaved work on which the user has chosen to stay. Further 404 replies to queries of
 * this page open no confirmation.
 */
let stayedOnUrl: string | undefined;

/**
 * Opens the not-found page after a 404 reply. The not-found page replaces the current page in the browser
 * history. A user with unsaved work must confirm this first, and the confirmation explains that another user
 * deleted the record.
 */
export function handleNotFound(error: unknown, isRead: boolean): void {
  if (isRead && stayedOnUrl === router.state.location.href && hasUnsavedWork()) return;
  // the user is already leaving: either the missing record belongs to the old page, or the new page requests
  // the record again
  if (!isConfirmingLeave && router.state.status !== 'pending') void goToNotFound(error);
}

async function goToNotFound(error: unknown): Promise<void> {
  const isTyping = hasUnsavedWork();
  if (isTyping) {
    isConfirmingLeave = true;
    const confirmed = await confirmLeaving(explainError(error).message);
    isConfirmingLeave = false;
    if (!confirmed) {
      stayedOnUrl = router.state.location.href;
      return;
    }
  }
  // The menu reopens the list that the user viewed last. If its raw material was deleted, the list is missing too.
  removeStoredSearchAt(router.state.location.pathname);
  await router.navigate({ to: '/404', replace: true, ignoreBlocker: isTyping });
}

async function goToSignIn(): Promise<void> {
  if (!isSignInPath(router.state.location.pathname)) {
    const back = localPath(router.state.location.href);
    await router.navigate({ to: '/login', search: back === null ? {} : { back }, ignoreBlocker: true });
  }
  queryClient.clear();
}

const isSignInPath = (pathname: string): boolean => /^\/login\/?$/.test(pathname);
