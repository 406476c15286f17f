import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { explainError } from '../components/explain-error.ts';
import { notifyWithAction } from '../ui/notify.tsx';
import { isFailureVisible, onVisibleFailuresChange } from '../ui/shown-failures.ts';

/** Several calls fail together, and whatever shows a failure in its own place has drawn it by then. */
const GATHER_MS = 100;

/**
 * A failure that no part of the screen shows, of the choices of a field or of rows that could not be refreshed, is
 * told in a corner with a button to try again, until all of it has loaded or is not needed any more.
 */
export function notifyFailedQueries(client: QueryClient): void {
  const cache = client.getQueryCache();
  let told = new Set<unknown>();
  let hide: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // without a connection the bar above every page tells it, and what failed is asked for again by itself
  const findFailed = () =>
    onlineManager.isOnline() ? cache.findAll({ type: 'active', predicate: isUntold }) : [];
  const tryAgain = () => {
    for (const query of findFailed()) void client.refetchQueries({ queryKey: query.queryKey, exact: true });
  };
  const look = () => {
    const failed = findFailed();
    const [first] = failed;
    if (first !== undefined && failed.every(({ state }) => told.has(state.error))) return;
    hide?.();
    hide = undefined;
    told = new Set(failed.map(({ state }) => state.error));
    if (first === undefined) return;
    const isOnlyOld = failed.every(({ state }) => state.data !== undefined);
    hide = notifyWithAction(
      explainError(first.state.error).message,
      isOnlyOld ? NOT_FRESH : NOT_LOADED,
      tryAgain,
    );
  };
  const lookSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(look, GATHER_MS);
  };
  // a page that opens tells of a hundred things that went well
  cache.subscribe(({ query }) => {
    if (hide !== undefined || query.state.error !== null) lookSoon();
  });
  onlineManager.subscribe(lookSoon);
  onVisibleFailuresChange(lookSoon);
}

const NOT_LOADED = 'Nie udało się wczytać wszystkich danych';
const NOT_FRESH = 'Nie udało się odświeżyć danych';

function isUntold({ state: { error } }: Query): boolean {
  return error !== null && !isFailureVisible(error) && !isToldElsewhere(error);
}

/** An interrupted call was interrupted by us; a session that is over and a missing record lead to pages of their own. */
export function isToldElsewhere(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === 'ABORTED' || error.status === 401 || error.status === 404)
  );
}
