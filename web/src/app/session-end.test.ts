import { QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { queryClient } from './query-client.ts';
import { resumeSession } from './session-end.ts';

test('a sign-in repeats the queries of the open page that failed without a session', async () => {
  const queryFn = vi.fn<() => Promise<string>>().mockResolvedValue('loaded');
  queryFn.mockRejectedValueOnce(new ApiError(401, 'UNAUTHORIZED'));
  const observer = new QueryObserver(queryClient, { queryKey: ['preview'], queryFn, retry: false });
  const stop = observer.subscribe(() => undefined);
  await waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  await resumeSession();
  await waitFor(() => expect(observer.getCurrentResult().data).toBe('loaded'));
  stop();
});
