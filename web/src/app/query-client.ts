import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { meQuery } from '../api/session.ts';
import { explainError } from '../components/explain-error.ts';
import { notifyError } from '../ui/notify.tsx';
import { isToldElsewhere } from './failed-queries.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal will be the same the next time, and who has waited for a timeout waits no second one unasked.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && error.status === 0 && error.code === 'NETWORK_ERROR',
      refetchOnWindowFocus: true,
    },
    // what cannot be changed now is told now: it is not changed behind somebody's back when the connection returns
    mutations: { networkMode: 'always' },
  },
  // what failed is told by whatever shows it, or by notifyFailedQueries
  queryCache: new QueryCache({ onError: lookAfter }),
  mutationCache: new MutationCache({
    onError: (error) => {
      if (!isToldElsewhere(error)) notifyError(explainError(error).message);
    },
  }),
});

function lookAfter(error: unknown): void {
  if (!(error instanceof ApiError)) return;
  // the password has expired or the role has changed since: the shell goes by what the person may do now
  if (error.code === 'ACCESS_DENIED' || error.code === 'FORBIDDEN') {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  }
}
