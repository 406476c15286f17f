import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { meQuery } from '../api/session.ts';
import { explainError } from '../components/explain-error.ts';
import { notifyError } from '../ui/overlay/notify.tsx';
import { isHandledElsewhere } from './failed-queries.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `failureTitle` names the record in the notification of a failure. */
    mutationMeta: { failureTitle?: string };
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Only a lost connection is retried. After an error response, a retry would get the same response. After
      // a timeout, a retry would take too long.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && error.status === 0 && error.code === 'NETWORK_ERROR',
      refetchOnWindowFocus: true,
    },
    // offline, a mutation fails at once instead of running unseen when the connection is back
    mutations: { networkMode: 'always' },
  },
  // This handler shows no failure. The component that uses the query shows the failure, and notifyFailedQueries
  // shows a failure that no component shows.
  queryCache: new QueryCache({ onError: refetchUserOnDenial }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, { meta }) => {
      if (!isHandledElsewhere(error)) notifyError(explainError(error).message, meta?.failureTitle);
    },
  }),
});

function refetchUserOnDenial(error: unknown): void {
  if (!(error instanceof ApiError)) return;
  // the user's password has expired or the role has changed, so the shell needs the current user
  if (error.code === 'ACCESS_DENIED' || error.code === 'FORBIDDEN') {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  }
}
