import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useInvalidateTopic } from './query-keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/**
 * Renders a query of contracts and invalidates it. The returned callback is called when the refresh has ended.
 */
async function refreshContracts(load: () => Promise<string>) {
  const client = new QueryClient();
  const { result } = renderHook(
    () => {
      useQuery({ queryKey: ['contract', 'list'], queryFn: load });
      return useInvalidateTopic();
    },
    {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    },
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  const onRefreshed = vi.fn<() => void>();
  void result.current('contract').then(onRefreshed);
  await act(() => vi.advanceTimersByTimeAsync(100));
  return onRefreshed;
}

test('the promise of an invalidation resolves when the queries of the topic are refetched', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('kontrakty'));
  expect(await refreshContracts(load)).toHaveBeenCalledOnce();
  expect(load).toHaveBeenCalledTimes(2);
});

test('the promise of an invalidation resolves after at most three seconds, even if a refetch is slower', async () => {
  const responses = [() => Promise.resolve('kontrakty'), () => new Promise<string>(() => undefined)];
  const onRefreshed = await refreshContracts(() => responses.shift()?.() ?? Promise.resolve(''));
  await act(() => vi.advanceTimersByTimeAsync(2_800));
  expect(onRefreshed).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(onRefreshed).toHaveBeenCalledOnce();
});
