import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { meQuery } from '../api/session.ts';
import { explainError } from '../components/explain-error.ts';
import { notifyError } from '../ui/notify.tsx';
import { watchConnection } from './connection.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { silent?: boolean };
    mutationMeta: { silent?: boolean };
  }
}

/** `meta: { silent: true }` leaves the failure to the screen that asked. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal will be the same the next time; a lost connection may not be.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && error.status === 0 && error.code !== 'ABORTED',
      refetchOnWindowFocus: true,
    },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (error instanceof ApiError) lookAfter(error);
      // What has never loaded shows the failure in its own place, with a button to try again.
      if (query.state.data === undefined || query.meta?.silent) return;
      report(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (!mutation.meta?.silent) report(error);
    },
  }),
});

function lookAfter({ code }: ApiError): void {
  if (code === 'NETWORK_ERROR') void watchConnection();
  // the password has expired or the role has changed since: the shell goes by what the person may do now
  if (code === 'ACCESS_DENIED' || code === 'FORBIDDEN') {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  }
}

function report(error: unknown): void {
  // An interrupted call was interrupted by us; a session that is over and a missing record lead to pages of their own.
  if (error instanceof ApiError && (error.code === 'ABORTED' || error.status === 401 || error.status === 404))
    return;
  notifyError(explainError(error).message);
}
