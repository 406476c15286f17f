import { endpoint } from '@spichlerz/shared/wire/endpoint';
import { QueryClient, QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import {
  connectionLost,
  endTimeouts,
  errorReply,
  NO_RESPONSE,
  noResponse,
  stubApi,
  successReply,
  TEST_ENDPOINT,
} from '../testing/api-stub.ts';
import { renderInApp } from '../testing/render-in-app.tsx';
import { notifyFailedQueries, refetchFailedQueries } from './failed-queries.ts';
import { queryClient } from './query-client.ts';

// A separate client, because a subscription to the application's client would outlive this file.
const client = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() });
notifyFailedQueries(client);

afterEach(() => {
  cleanup();
  client.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const listThings = endpoint({
  ...TEST_ENDPOINT,
  method: 'GET',
  path: '/things',
  reply: z.array(z.string()),
});

/** An error response, a lost connection (retried) and a timeout (not retried). */
const FAILURES = [
  ['Baza danych jest chwilowo niedostępna.', () => errorReply(503, 'MISSING_DATABASE')],
  ['Brak połączenia z serwerem.', connectionLost],
  [NO_RESPONSE, noResponse],
] as const;

/** A list whose retries after a lost connection do not wait. */
function ThingList() {
  const query = useQuery({
    queryKey: ['things'],
    queryFn: ({ signal }) => call(listThings, { signal }),
    retryDelay: 0,
  });
  return (
    <>
      <button type="button" onClick={() => void query.refetch()}>
        Odśwież
      </button>
      <p>{query.data?.join(', ')}</p>
    </>
  );
}

const loaded = (): Response | Promise<Response> => successReply(['żyto']);
const refresh = () => userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
const notification = () =>
  screen
    .queryAllByRole('alert')
    .find((alert) => alert.textContent?.includes('Nie udało się odświeżyć danych'));

test('a list that cannot be refetched keeps its rows, and a notification shows the failure until a refetch succeeds', async () => {
  let reply = loaded;
  const sent = stubApi(() => reply());
  renderInApp(() => (
    <QueryClientProvider client={client}>
      <ThingList />
    </QueryClientProvider>
  ));
  await screen.findByText('żyto');
  for (const [sentence, respond] of FAILURES) {
    if (respond === noResponse) endTimeouts();
    reply = respond;
    await refresh();
    await waitFor(() => expect(notification()?.textContent).toContain(sentence));
    screen.getByText('żyto');
    vi.restoreAllMocks();
    reply = loaded;
    const before = sent.length;
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await waitFor(() => expect(notification()).toBeUndefined());
    expect(sent).toHaveLength(before + 1);
  }

  // The notification also closes when the list is refreshed without the retry button.
  reply = () => errorReply(503, 'MISSING_DATABASE');
  await refresh();
  await waitFor(() => expect(notification()).toBeDefined());
  reply = loaded;
  await refresh();
  await waitFor(() => expect(notification()).toBeUndefined());
});

test('the queries that failed without a session are repeated after a sign-in', async () => {
  const queryFn = vi.fn<() => Promise<string>>().mockResolvedValue('loaded');
  queryFn.mockRejectedValueOnce(new ApiError(401, 'UNAUTHORIZED'));
  const observer = new QueryObserver(client, { queryKey: ['preview'], queryFn, retry: false });
  const stop = observer.subscribe(() => undefined);
  await waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  refetchFailedQueries(client);
  await waitFor(() => expect(observer.getCurrentResult().data).toBe('loaded'));
  stop();
});
