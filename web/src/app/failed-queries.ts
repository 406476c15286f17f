import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { explainError } from '../components/explain-error.ts';
import { isFailureVisible, onVisibleFailuresChange } from '../ui/errors.ts';
import { notifyWithAction } from '../ui/overlay/notify.tsx';

/**
 * The delay before the notification. Calls that fail together then share one notification, and a component has
 * the time to render the failure itself.
 */
const BATCH_MS = 100;

/**
 * Shows a notification with a retry button for failures that no component renders, such as options of a field
 * or a refresh of rows. The notification closes when the connection is lost, or when every failed query has
 * loaded or is no longer used.
 */
export function notifyFailedQueries(client: QueryClient): void {
  const cache = client.getQueryCache();
  let notified = new Set<unknown>();
  let hide: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // offline, the bar above every page shows the failure, and the queries are refetched when the connection is
  // back
  const findFailed = () =>
    onlineManager.isOnline() ? cache.findAll({ type: 'active', predicate: needsNotification }) : [];
  const tryAgain = () => {
    for (const query of findFailed()) void client.refetchQueries({ queryKey: query.queryKey, exact: true });
  };
  const update = () => {
    const failed = findFailed();
    const [first] = failed;
    if (first !== undefined && failed.every(({ state }) => notified.has(state.error))) return;
    hide?.();
    hide = undefined;
    notified = new Set(failed.map(({ state }) => state.error));
    if (first === undefined) return;
    const isOnlyOld = failed.every(({ state }) => state.data !== undefined);
    hide = notifyWithAction(
      explainError(first.state.error).message,
      isOnlyOld ? NOT_REFRESHED : NOT_LOADED,
      tryAgain,
    );
  };
  const scheduleUpdate = () => {
    clearTimeout(timer);
    timer = setTimeout(update, BATCH_MS);
  };
  // skips the events of successful queries, of which an opening page fires about a hundred
  cache.subscribe(({ query }) => {
    if (hide !== undefined || query.state.error !== null) scheduleUpdate();
  });
  onlineManager.subscribe(scheduleUpdate);
  onVisibleFailuresChange(scheduleUpdate);
}

/** Refetches the failed queries of the open page. A query that failed without a session has no retry button. */
export function refetchFailedQueries(client: QueryClient): void {
  void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });
}

const NOT_LOADED = 'Nie udało się wczytać wszystkich danych';
const NOT_REFRESHED = 'Nie udało się odświeżyć danych';

function needsNotification({ state: { error } }: Query): boolean {
  return error !== null && !isFailureVisible(error) && !isHandledElsewhere(error);
}

/**
 * Cancelled calls need no message. An ended session opens the sign-in, and a missing record opens the
 * not-found page.
 */
export function isHandledElsewhere(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === 'ABORTED' || error.status === 401 || error.status === 404)
  );
}
