import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { explainError } from '../components/explain-error.ts';
import { notifyError } from '../ui/notify.tsx';

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

function report(error: unknown): void {
  // An interrupted call was interrupted by us; a session that is over has led to the sign-in page.
  if (error instanceof ApiError && (error.code === 'ABORTED' || error.status === 401)) return;
  notifyError(explainError(error).message);
}
